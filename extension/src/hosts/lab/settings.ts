/* The user's settings of the extension, as the viewers and the notebook gutters read them. */

import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { DEFAULT_OPTIONS, type Options, type Theme } from '../../state';

/** The options that a setting gives; the viewer's own menu changes them for a view. */
export type Preferences = ReadonlySignal<Pick<Options, 'theme' | 'hints' | 'marks'>>;

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

/** Follows the settings of `plugin`; without a registry the defaults hold. */
export function followSettings(registry: ISettingRegistry | null, plugin: string): Preferences {
  const { theme, hints, marks } = DEFAULT_OPTIONS;
  const preferences: Signal<Pick<Options, 'theme' | 'hints' | 'marks'>> = signal({ theme, hints, marks });
  void registry?.load(plugin).then((settings) => {
    const read = () => {
      const values = settings.composite;
      preferences.value = {
        theme: THEMES.find((one) => one === values['theme']) ?? theme,
        hints: values['hints'] === true,
        marks: values['marks'] !== false,
      };
    };
    settings.changed.connect(read);
    read();
  });
  return preferences;
}
