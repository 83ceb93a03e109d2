import { POOL_SIZE } from './platform/database/connect';
import { readSettings } from './platform/settings';
import { locateStore, type Located } from './store';

/** Connections of one server: its pool, the one that listens, its presence, and two to spare while the next takes its place; and those beside. */
const EACH = POOL_SIZE + 4;
const BESIDE = 20;

/**
 * Whether the servers of `npm run cluster` are a demo, as settings for each of them. The operator's settings decide: the
 * proxy, database and files that the cluster starts for itself do not count. Throws a `SettingError`.
 */
export const demoSettings = (env: NodeJS.ProcessEnv): Record<'DEMO' | 'DEMO_PUBLIC', string> => {
  const flag = readSettings(env).demo ? '1' : '0';
  return { DEMO: flag, DEMO_PUBLIC: flag };
};

/**
 * Holds the embedded PostgreSQL of `DATA_DIR` for the servers of `npm run cluster`, which share it by its address; it is started again
 * when it was killed. `root` is the folder of package.json.
 */
export const holdDatabase = (root: string, env: NodeJS.ProcessEnv, servers: number): Promise<Located> =>
  locateStore({
    settings: readSettings({ ...env, DATABASE_URL: undefined }),
    root,
    connections: BESIDE + servers * EACH,
  });
