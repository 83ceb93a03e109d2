// A server that only makes people anonymous. It kills itself, or cuts its connections, in the middle of its work.
import { setTimeout as pause } from 'node:timers/promises';
import { createDiskStore } from '../../../server/adapters/files';
import { keepPrivacy } from '../../../server/modules/privacy';
import { createDb, createPool } from '../../../server/platform/database/connect';
import { readSettings } from '../../../server/platform/settings';
import type { Deps } from '../../../server/platform/deps';
import { failAt, type Failure } from './failAt';

interface ErasureTask extends Failure {
  url: string;
  /** The time of its clock. */
  now: string;
  /** Where the photos are. */
  folder: string;
}

const run = async (task: ErasureTask) => {
  failAt(task);
  const deps = {
    db: createDb(createPool(task.url)),
    clock: { now: () => new Date(task.now) },
    settings: readSettings({ DATA_DIR: task.folder }),
    fileStore: createDiskStore(task.folder),
    codeSecret: 'secret of the tests',
  } as Deps;
  for (;;) {
    await keepPrivacy(deps).catch(() => undefined);
    await pause(5);
  }
};

if (process.argv[2]) void run(JSON.parse(process.argv[2]) as ErasureTask);
