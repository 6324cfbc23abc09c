/* The viewer's keys stay the viewer's: JupyterLab hears every key before we do, and its x would cut the cell. */

const SUPPRESS = 'data-lm-suppress-shortcuts';

/**
 * Keeps plain keys that are pressed inside `element` from JupyterLab's shortcuts; those with Ctrl, Alt or Meta (save, the
 * command palette) still work. Until the returned function is called.
 */
export function keepKeys(element: HTMLElement): () => void {
  const decide = (event: KeyboardEvent) => {
    if (!(event.target instanceof Node) || !element.contains(event.target)) return;
    element.toggleAttribute(SUPPRESS, !(event.ctrlKey || event.altKey || event.metaKey));
  };
  window.addEventListener('keydown', decide, true);
  return () => window.removeEventListener('keydown', decide, true);
}
