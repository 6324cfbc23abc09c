/* Lint: type-aware rules for the sources, and the import order report <- lib <- state <- views <- viewer <- hosts. */

import tseslint from 'typescript-eslint';

/** Forbids imports of the layers above. */
const below = (files, ...forbidden) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: forbidden.map((group) => ({ group: [group], message: 'A lower layer never imports an upper one.' })),
      },
    ],
  },
});
const LAB = '@jupyterlab/*';
const LAYERS = { lib: '**/lib/*', state: '**/state', views: '**/views/**', viewer: '**/viewer', hosts: '**/hosts/**' };
const { lib, state, views, viewer, hosts } = LAYERS;
/** What stands between the helpers and the views. */
const middle = [state, '**/model', '**/actions', '**/texts'];

export default tseslint.config(
  { ignores: ['node_modules/', 'lib/', 'dev/', 'src/report/generated.ts', 'src/lib/layout/worker.generated.ts'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-eval': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
          message: 'Text of a report is never markup.',
        },
        {
          selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
          message: 'Text of a report is never markup.',
        },
      ],
    },
  },
  below(['src/report/**'], lib, ...middle, views, viewer, hosts, LAB, 'preact', '@preact/*'),
  below(['src/lib/**'], ...middle, views, viewer, hosts, LAB),
  below(['src/*.ts'], views, viewer, hosts, LAB),
  below(['src/views/**'], viewer, hosts, LAB),
  below(['src/viewer.tsx'], hosts, LAB),
  below(['src/hosts/*.ts', 'src/hosts/*.tsx'], LAB),
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
  { files: ['bench/**'], rules: { 'no-console': 'off' } },
);
