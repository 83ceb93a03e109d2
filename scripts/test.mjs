// `npm test`: runs the checks and tests of every change. Arguments select steps by name.
import { rmSync } from 'node:fs';
import { check, lanes, runSteps } from './support/steps.mjs';

rmSync('reports', { recursive: true, force: true });
await runSteps(
  {
    // The longest comes first, so that neither core waits for it at the end.
    sideBySide: {
      build: check(['scripts/build.mjs']),
      // Each of the compiler's checkers works out shared types again, so more checkers than cores cost time.
      types: check(['node_modules/typescript-7/bin/tsc', '-p', '.', '--checkers', '2']),
      lint: check(['node_modules/.bin/oxlint']),
      layers: check(['scripts/layers.mjs']),
      security: check(['scripts/check-security.mjs']),
    },
    oneByOne: lanes,
  },
  process.argv.slice(2),
);
