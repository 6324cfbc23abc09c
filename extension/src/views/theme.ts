/* Which theme is in force: the reader's choice, else that of the page around, else the system's; and the type size. */

import { useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { useModel } from '../model';
import type { Theme } from '../state';

/** Writes `data-theme` and `data-size` on the element that the viewer was mounted in, and follows changes. */
export function useTheme(main: RefObject<HTMLElement | null>): void {
  const { state } = useModel();
  const put = () => {
    const root = main.current?.closest<HTMLElement>('.ce-root');
    if (!root) return;
    const { theme } = state.options.value;
    root.dataset['theme'] = themeOf(root, theme);
    root.dataset['chosen'] = String(theme !== 'auto');
    root.dataset['size'] = state.options.value.large ? 'large' : 'normal';
  };
  useSignalEffect(put);
  useEffect(() => {
    put();
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const around = new MutationObserver(put);
    for (const element of [document.documentElement, document.body]) {
      around.observe(element, {
        attributes: true,
        attributeFilter: ['data-jp-theme-light', 'data-theme', 'data-vscode-theme-kind'],
      });
    }
    system.addEventListener('change', put);
    return () => {
      around.disconnect();
      system.removeEventListener('change', put);
    };
  }, []);
}

function themeOf(root: HTMLElement, chosen: Theme): 'light' | 'dark' {
  if (chosen !== 'auto') return chosen;
  const around = root.parentElement?.closest<HTMLElement>(
    '[data-jp-theme-light], [data-theme], [data-vscode-theme-kind]',
  );
  if (around?.dataset['jpThemeLight'] !== undefined)
    return around.dataset['jpThemeLight'] === 'false' ? 'dark' : 'light';
  if (around?.dataset['theme'] === 'dark' || around?.dataset['theme'] === 'light') return around.dataset['theme'];
  const kind = around?.dataset['vscodeThemeKind'];
  if (kind !== undefined) return kind.includes('dark') ? 'dark' : 'light';
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
