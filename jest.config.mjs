// Packages that ship only ES modules; they become CommonJS for the unit tests and the global set-up.
const esmOnly = ['react-intl', '@formatjs', 'intl-messageformat', 'typebox', 'kysely', 'get-nonce'].join('|');

const transform = { '\\.(ts|tsx|js|mjs|jsx)$': '<rootDir>/__tests__/support/transform.cjs' };
const shared = {
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly})/)`],
  moduleNameMapper: {
    '^(.*\\.json)\\?(first|lists|daily|later|view)$': '$1',
    '\\.module\\.css$': '<rootDir>/__tests__/support/cssModule.cjs',
    '\\.css$': '<rootDir>/__tests__/support/cssModule.cjs',
  },
};

/** Tests without a component that need a document. Making one takes longer than most tests without it. */
const DOM = '**/__tests__/src/**/*.dom.test.ts';

const unit = {
  // A clone in another folder finds the files that this one transformed.
  id: 'unit',
  setupFilesAfterEnv: ['<rootDir>/__tests__/support/setupUnit.ts'],
};

/** Tests that take minutes; `npm run test:long` runs them. */
const LONG = '**/__tests__/server/**/*.long.test.ts';

const onPostgres = {
  ...shared,
  // One name for both projects, which then share the folder of transformed files.
  id: 'onPostgres',
  testEnvironment: '<rootDir>/__tests__/support/serverEnvironment.cjs',
  // Packages live longer than a test file's globals.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  resolver: '<rootDir>/__tests__/support/nativePackages.cjs',
  setupFilesAfterEnv: ['<rootDir>/__tests__/support/setupServer.ts'],
  globalSetup: '<rootDir>/__tests__/support/globalDatabase.ts',
  globalTeardown: '<rootDir>/__tests__/support/globalDatabaseStop.ts',
};

export default {
  // Jest leaves one core free by default, so on two cores it would run one file at a time.
  maxWorkers: '100%',
  testSequencer: './__tests__/support/longestFirst.mjs',
  projects: [
    {
      ...shared,
      ...unit,
      displayName: 'unit',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['<rootDir>/__tests__/src/**/*.test.tsx', DOM],
      setupFilesAfterEnv: [...unit.setupFilesAfterEnv, '<rootDir>/__tests__/support/setupDom.ts'],
    },
    {
      ...shared,
      ...unit,
      displayName: 'pure',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/__tests__/{src,contract,i18n,scripts}/**/*.test.ts', `!${DOM}`],
    },
    { ...onPostgres, displayName: 'server', testMatch: ['<rootDir>/__tests__/server/**/*.test.ts', `!${LONG}`] },
    { ...onPostgres, displayName: 'long', testMatch: [LONG] },
  ],
};
