import { readSettings } from './platform/settings';
import { locateStore, type Located } from './store';

/** Connections of one server: its pool, the one that listens, and one to spare while the next takes its place; and those beside. */
const EACH = 12;
const BESIDE = 20;

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
