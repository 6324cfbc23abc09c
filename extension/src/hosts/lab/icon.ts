/* Our icon: lines of code, and beside them the lines that they became. */

import { LabIcon } from '@jupyterlab/ui-components';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 16 16" fill="none">
<g class="jp-icon3" stroke="#616161" stroke-linecap="round">
<path d="M2 4h6M2 8h3.5M2 12h6" stroke-width="2"/><path d="M10.5 4H14M8 8h6M10.5 12H14" stroke-width="2" opacity=".45"/>
</g></svg>`;

export const reportIcon = new LabIcon({ name: 'compile-explorer:report', svgstr: SVG });
