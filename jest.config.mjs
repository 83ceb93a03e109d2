// Packages that ship ES modules only; babel turns them into CommonJS for Jest.
const esmOnly = [
  'react-intl',
  '@formatjs',
  'intl-messageformat',
  'typebox',
  'kysely',
  'get-nonce',
  'content-disposition',
  'cookie',
].join('|');

const transform = { '\\.(ts|tsx|js|mjs|jsx)$': ['babel-jest', { configFile: './.babelrc' }] };
const shared = {
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly})/)`],
  moduleNameMapper: {
    '^(.*\\.json)\\?(first|daily|later|view|address)$': '$1',
    '\\.module\\.css$': '<rootDir>/__tests__/support/cssModule.cjs',
    '\\.css$': '<rootDir>/__tests__/support/cssModule.cjs',
  },
};

export default {
  // Jest leaves a core free by default: on two cores that is one file at a time.
  maxWorkers: '100%',
  testSequencer: './__tests__/support/longestFirst.mjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['<rootDir>/__tests__/{src,contract,i18n,scripts}/**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/__tests__/support/setupUnit.ts'],
    },
    {
      ...shared,
      displayName: 'server',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/__tests__/server/**/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/__tests__/support/setupServer.ts'],
      globalSetup: '<rootDir>/__tests__/support/globalDatabase.ts',
      globalTeardown: '<rootDir>/__tests__/support/globalDatabaseStop.ts',
    },
  ],
};
