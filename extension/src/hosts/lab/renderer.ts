/* Draws our MIME type in outputs: the viewer from the saved document, with or without a kernel. */

import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { Panel } from '@lumino/widgets';
import { explorationId, leftOut, liveId, MIME } from './protocol';
import { ViewerWidget, type Shown, type Surroundings } from './view';

/** Makes renderers whose viewers stand in `around`. Safe: a report is data, whatever its notebook's trust. */
export function rendererFactory(around: (output: RenderedReport) => Surroundings): IRenderMime.IRendererFactory {
  return { safe: true, mimeTypes: [MIME], defaultRank: 10, createRenderer: () => new RenderedReport(around) };
}

/** The rank before HTML, text and widgets: where our extension is, its viewer is shown. */
export const RANK = -20;

/** What an output shows, from its data and metadata. */
export function shownIn(model: Pick<IRenderMime.IMimeModel, 'data' | 'metadata'>): Shown {
  const document: unknown = model.data[MIME];
  const left = leftOut(document);
  return { document, id: explorationId(model.metadata), sideFile: left ? (left.file ?? '') : null };
}

/** One output. */
export class RenderedReport extends Panel implements IRenderMime.IRenderer {
  private view: ViewerWidget | null = null;
  private last: Shown | null = null;

  constructor(private readonly around: (output: RenderedReport) => Surroundings) {
    super();
    this.addClass('ce-lab-output');
  }

  /** The viewer, once something was rendered. */
  get viewer(): ViewerWidget | null {
    return this.view;
  }

  /** The document as it is saved in the notebook. */
  get shown(): Shown | null {
    return this.last;
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const shown = shownIn(model);
    const live = liveId(this.last?.document);
    if (this.view && (this.last?.document === shown.document || (live && live === liveId(shown.document)))) return;
    this.last = shown;
    if (live !== null) this.dismiss();
    if (this.view) {
      this.view.replace(shown);
      return;
    }
    this.view = new ViewerWidget(shown, this.around(this), 'cell');
    this.view.addClass('ce-in-cell');
    this.addWidget(this.view);
  }

  private dismiss(): void {
    this.view?.dispose();
    this.view = null;
  }

  /** Opens what is shown here in the main area. */
  openMain(): void {
    this.around(this).actions.openMain?.();
  }
}
