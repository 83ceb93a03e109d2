// `npm test`: runs the checks and tests of every change. Arguments select steps by name.
import { rmSync } from 'node:fs';
import { check, jest, playwright, runSteps } from './support/steps.mjs';

const bin = (name, ...args) => check([`node_modules/.bin/${name}`, ...args]);

rmSync('reports', { recursive: true, force: true });
await runSteps(
  {
    sideBySide: {
      types: bin('tsc', '-p', '.'),
      lint: bin('eslint', '.', '--max-warnings', '0'),
      format: bin('prettier', '--check', '.'),
      build: check(['scripts/build.mjs']),
      layers: check(['scripts/layers.mjs']),
      security: check(['scripts/check-security.mjs']),
    },
    oneByOne: {
      i18n: jest('i18n', ['--selectProjects', 'unit', '--testPathPatterns', '__tests__/i18n']),
      unit: jest('unit', ['--selectProjects', 'unit', '--testPathIgnorePatterns', '__tests__/i18n']),
      // Server tests partly wait for PostgreSQL, so three workers fit on two cores.
      server: jest('server', ['--selectProjects', 'server', '--maxWorkers', '3']),
      keys: check(['scripts/check-error-keys.mjs']),
      browser: playwright('browser'),
    },
  },
  process.argv.slice(2),
);
