import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const LINES = { skipBlankLines: true, skipComments: true };

export default tseslint.config(
  { ignores: ['build/**', 'data/**', 'node_modules/**', 'reports/**', 'test-results/**'] },
  ...tseslint.configs.recommended,
  {
    plugins: { 'import-x': importX },
    rules: {
      'import-x/no-duplicates': 'error',
      'import-x/no-default-export': 'error',
      'max-lines': ['error', { max: 200, ...LINES }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // A production install (npm ci --omit=dev) must list each loaded package as a dependency, because a transitive
    // package may disappear. Excludes build.mjs, which needs the development packages, and cluster/files.mjs, which
    // works without them.
    files: [
      '{server,src,contract}/**/*.{ts,tsx}',
      'scripts/{start,run,cluster}.mjs',
      'scripts/support/**',
      'scripts/cluster/{nginx,server,servers}.mjs',
    ],
    rules: { 'import-x/no-extraneous-dependencies': ['error', { devDependencies: false }] },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.recommended.rules,
      'no-restricted-globals': ['error', 'alert', 'confirm', 'prompt'],
    },
  },
  {
    // A saga uses no window, alert, history or clock; a reducer reads no clock.
    files: ['src/domains/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'window', 'document', 'alert', 'history', 'location', 'localStorage', 'fetch'],
    },
  },
  {
    // Command-line programs print to the terminal, and their tools require default exports.
    files: [
      'scripts/**',
      'bench/**',
      '*.{js,ts,mjs,cjs}',
      'server/{main,admin,seed,backup}.ts',
      '.dependency-cruiser.cjs',
      'e2e/**',
      '__tests__/support/{globalDatabase*.ts,longestFirst.mjs}',
    ],
    rules: {
      'no-console': 'off',
      'import-x/no-default-export': 'off',
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
  {
    files: ['__tests__/**', 'server/db/seeds/**', 'server/platform/database/schema.ts'],
    rules: { 'max-lines': 'off' },
  },
  // A declaration has the shape of its module.
  { files: ['types/**'], rules: { 'import-x/no-default-export': 'off' } },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
