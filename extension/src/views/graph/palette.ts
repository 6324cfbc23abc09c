/* The colours and fonts in force, read from the tokens of the style sheet, as a canvas needs them. */

const COLOURS = {
  ground: '--ce-bg',
  raised: '--ce-bg1',
  strong: '--ce-bg2',
  line: '--ce-line',
  line2: '--ce-line2',
  text: '--ce-text',
  text2: '--ce-text2',
  text3: '--ce-text3',
  linked: '--ce-lnk',
  selected: '--ce-sel',
  bar: '--ce-sel-bar',
  focus: '--ce-focus',
  good: '--ce-good',
  trouble: '--ce-break',
  hue: '--ce-g',
} as const;

export type Palette = Readonly<Record<keyof typeof COLOURS, string>> & { readonly mono: string; readonly ui: string };

/** What is in force at `element`. Mixed colours are computed by the browser, on a hidden probe inside it. */
export function readPalette(element: HTMLElement): Palette {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const style = getComputedStyle(probe);
  const colour = (token: string): string => {
    probe.style.color = `var(${token}, var(--ce-text3))`;
    return style.color;
  };
  const entries = Object.entries(COLOURS).map(([name, token]) => [name, colour(token)]);
  const family = getComputedStyle(element);
  const palette = {
    ...Object.fromEntries(entries),
    mono: family.getPropertyValue('--ce-mono').trim() || 'monospace',
    ui: family.getPropertyValue('--ce-ui').trim() || 'sans-serif',
  } as Palette;
  probe.remove();
  return palette;
}

/** Calls `changed` when the theme of the viewer, of JupyterLab or of the system changes. Returns what ends that. */
export function watchTheme(element: HTMLElement, changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['data-theme', 'data-size', 'data-jp-theme-light', 'data-jp-theme-name'];
  const root = element.closest('.ce-root');
  for (const node of [root, document.body, document.documentElement]) {
    if (node) observer.observe(node, { attributes: true, attributeFilter });
  }
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
