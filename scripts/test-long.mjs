// `npm run test:long [-- STEP…]`: runs the tests that take too long for every change. STEP selects steps by
// name; without one, all run but the slowest (BY_NAME).
import { existsSync } from 'node:fs';
import { findNginx } from './cluster/nginx.mjs';
import { install } from './support/debian.mjs';
import { ensureBuilt } from './support/parts.mjs';
import { withPostgres15 } from './support/postgres15.mjs';
import { check, jest, playwright, runSteps } from './support/steps.mjs';

const script = (name, ...args) => check([`scripts/${name}.mjs`, ...args], {});

/** Tests that kill servers, break disks or need a machine for themselves. Each is a step; all others share one. */
const ALONE = 'server/(backup|crash|cluster|chat/faults|attack/pictureMemory|money/(orders|renewals))';
/** Tests that send every SQL statement once, and tests of statements that other versions may plan differently. */
const ON_POSTGRES15 =
  'server/(contract|searchFolding|applications/|appointments/(lists|booking)|platform/(migrate|schema))';
const SHARED = ['--maxWorkers', '3', '--testPathIgnorePatterns', ALONE];

const LONG_JOURNEYS = ['--project', 'long', '--project', 'tagged'];

const addUp = (results) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
});

/** A part of the thousand purchases and 300 renewals of the step `purchases`; each run uses a new seed. */
const PART = { MONEY_RUNS: '250', MONEY_HISTORIES: '75' };
/** A few crashes of each kind; `scripts/check-crash.mjs` runs more. */
const FEW = { BULK_KILLS: '4', NOTICE_KILLS: '4', REMINDER_KILLS: '4', ERASURE_KILLS: '6' };
const KILLS = [
  '--selectProjects',
  'long',
  '--runInBand',
  '--testPathPatterns',
  'crash/(bulks|disk|erasures|reminders|notices)',
];
const MONEY = ['--selectProjects', 'long', '--maxWorkers', '2', '--testPathPatterns', 'money/(orders|renewals)'];

/** These mostly wait for processes that they kill and start, so two fit on two cores. The longest come first. */
const sideBySide = {
  format: check(['node_modules/prettier/bin/prettier.cjs', '--check', '.']),
  install: script('check-install'),
  releases: script('check-releases'),
  backup: jest('backup', ['--selectProjects', 'long', '--testPathPatterns', 'server/backup']),
  kills: jest('kills', KILLS, { env: FEW }),
  faults: jest('faults', ['--selectProjects', 'long', '--testPathPatterns', 'chat/faults']),
  servers: jest('servers', ['--selectProjects', 'long', '--testPathPatterns', 'cluster/(deadServer|processes)']),
};

const oneByOne = {
  // Keeps both cores busy by itself.
  money: jest('money', MONEY, { env: PART }),
  // Measures memory.
  pictures: jest('pictures', ['--selectProjects', 'long', '--testPathPatterns', 'attack/pictureMemory']),
  attacks: script('check-attacks'),
  replays: jest('replays', ['--selectProjects', 'unit', '--testPathPatterns', 'replayRoutes'], {
    env: { REPLAY_ALL: '1' },
  }),
  // Measures how fast a killed server is ready again.
  crash: script('check-crash', '--runs', '5'),
  server: jest('server-long', ['--selectProjects', 'long', ...SHARED]),
  // Counts what the server tests of both lanes saw, so `npm test` must have run before.
  keys: check(['scripts/check-error-keys.mjs']),
  cluster: async () => {
    if (!findNginx()) install('nginx-light');
    return script('check-cluster')();
  },
  purchases: jest('purchases', MONEY),
  fuzz: script('check-fuzz', '--inputs', '60'),
  browser: playwright('browser-long', LONG_JOURNEYS),
  access: playwright('access', ['access'], { AXE_ALL: '1' }),
  pseudo: playwright('pseudo', ['--project', 'pseudo']),
  // The journeys take the newest Chromium that is installed.
  newest: async () => {
    if (!existsSync('/usr/bin/chromium')) install('chromium');
    return playwright('newest', ['--project', 'browser', ...LONG_JOURNEYS])();
  },
  firefox: script('check-firefox'),
  postgres15: () =>
    withPostgres15(async ({ url, programs }) => {
      const env = { TEST_DATABASE_URL: url };
      return addUp([
        await jest(
          'postgres15',
          ['--selectProjects', 'server', 'long', '--maxWorkers', '3', '--testPathPatterns', ON_POSTGRES15],
          { env },
        )(),
        await check(['scripts/check-restore.mjs', '--url', url], { env: { PG_BIN: programs } })(),
      ]);
    }),
  node24: script('check-node', '24'),
  node26: script('check-node', '26'),
};

/** Both lanes must end within 45 minutes on two cores; these steps run only by name. */
const BY_NAME = ['purchases', 'cluster', 'fuzz', 'access', 'pseudo', 'newest', 'firefox', 'node24', 'node26'];

const steps = { ...sideBySide, ...oneByOne };
const named = process.argv.slice(2);
const defaultSteps = Object.keys(steps).filter((name) => !BY_NAME.includes(name));
// Two steps at once must not build the same files.
ensureBuilt('web', 'server');
await runSteps({ sideBySide, oneByOne }, named.length > 0 ? named : defaultSteps);
