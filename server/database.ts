import { POOL_SIZE } from './platform/database/connect';
import { readSettings } from './platform/settings';
import { locateStore, type Located } from './store';

/**
 * Connections of one server: its pool, its listener, its presence, and two spare ones for its successor. Those of
 * `BESIDE` are for other programs.
 */
const EACH = POOL_SIZE + 4;
const BESIDE = 20;

/**
 * Returns whether the servers of `npm run cluster` are a demo, as settings for each of them. Only the operator's
 * settings decide; the proxy, database and files that the cluster starts itself do not count. Throws a `SettingError`.
 */
export const demoSettings = (env: NodeJS.ProcessEnv): Record<'DEMO' | 'DEMO_PUBLIC', string> => {
  const flag = readSettings(env).demo ? '1' : '0';
  return { DEMO: flag, DEMO_PUBLIC: flag };
};

/**
 * Runs the embedded PostgreSQL of `DATA_DIR` for the servers of `npm run cluster`, which share it by its address.
 * Restarts it when it is killed. `root` is the folder of package.json.
 */
export const holdDatabase = (root: string, env: NodeJS.ProcessEnv, servers: number): Promise<Located> =>
  locateStore({
    settings: readSettings({ ...env, DATABASE_URL: undefined }),
    root,
    connections: BESIDE + servers * EACH,
  });
