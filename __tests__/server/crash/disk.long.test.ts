import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../../server/platform/database/embedded';
import { createDiskStore } from '../../../server/adapters/files';
import { eventually } from '../../support/eventually';
import { ask, bundleProduct, freePort, runProduct } from '../../support/product/product';
import { signIn } from '../cluster/scenario';

jest.setTimeout(240_000);

const mount = (...args: string[]) => spawnSync('mount', args, { encoding: 'utf8' }).status === 0;
const COMMENT = 'x'.repeat(1_900);

/** Mounts a small file system in memory; null where this user may not mount. */
const smallDisk = (megabytes: number) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dash-disk-'));
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)) {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    fill: () => {
      try {
        // Appends until the disk has no space left, which the server uses too.
        for (;;) writeFileSync(path.join(folder, 'filler'), Buffer.alloc(1_000_000, 1), { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(path.join(folder, 'filler'), { force: true }),
    makeReadOnly: () => mount('-o', 'remount,ro', folder),
    remove: () => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const disk = smallDisk(420);

// Only root may mount. Elsewhere the file store below covers both cases.
if (disk) {
  describe('a full disk', () => {
    afterAll(() => disk.remove());

    it('answers 503, loses nothing acknowledged, and works again when there is space', async () => {
      const bundle = await bundleProduct();
      const dataDir = path.join(disk.folder, 'data');
      const env = {
        DATA_DIR: dataDir,
        DEMO: '1',
        DEMO_WORKERS: '0',
        LOG_LEVEL: 'fatal',
        USER_RATE: '0',
        JOBS_PER_DAY: '0',
        NETWORK_RATE: '0',
      };
      const server = runProduct(bundle, await freePort(), env);
      try {
        await server.ready();
        const token = await signIn(server.origin);
        const client = () =>
          new pg.Client({
            connectionString: `postgres://dashboard@/postgres?host=${encodeURIComponent(path.join(dataDir, 'run'))}`,
          });
        const finder = client();
        await finder.connect();
        const { rows } = await finder.query<{ id: string }>(
          "select worker_id as id from applications a join users u on u.id = a.user_id where u.email = 'branch@demo.test' limit 1",
        );
        await finder.end();
        const acknowledged: number[] = [];
        const statuses = new Set<number>();
        let next = 0;
        const write = async () => {
          const at = (next += 1);
          const body = { workerId: Number(rows[0]!.id), message: `${at} ${COMMENT}` };
          const reply = await ask(server.origin, 'POST', '/api/job/application-comment', { token, body });
          statuses.add(reply?.status ?? 0);
          if (reply?.status === 200) acknowledged.push(at);
          return reply?.status;
        };
        expect(await write()).toBe(200);
        disk.fill();
        let refused = 0;
        for (let tries = 0; tries < 3_000 && refused < 20; tries += 1) if ((await write()) !== 200) refused += 1;
        expect(refused).toBe(20);
        // A full disk must not count as an unexpected failure.
        expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
        disk.free();
        await eventually(write, (status) => status === 200, 60_000);
        const reader = client();
        await reader.connect();
        const found = await reader.query<{ at: number; n: number }>(
          "select split_part(message, ' ', 1)::int as at, count(*)::int as n from worker_comments where message like '%xxx' group by 1",
        );
        await reader.end();
        const counts = new Map(found.rows.map(({ at, n }) => [at, n]));
        expect(acknowledged.filter((at) => counts.get(at) !== 1)).toEqual([]);
      } finally {
        await server.stop();
        bundle.remove();
      }
    });
  });

  describe('a read-only folder', () => {
    it('stops the start with one line', async () => {
      const other = smallDisk(8)!;
      mkdirSync(path.join(other.folder, 'data'));
      expect(other.makeReadOnly()).toBe(true);
      const started = startEmbedded({ dataDir: path.join(other.folder, 'data'), root: process.cwd() });
      await expect(started).rejects.toThrow(/^[^\n]*cannot be written \(EROFS\): choose another DATA_DIR\.$/);
      other.remove();
    });
  });
}

describe('a file store without space', () => {
  it('answers 503 and keeps no half-written file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dash-files-'));
    // A file in place of a folder simulates every refusal of a disk.
    writeFileSync(path.join(folder, 'file'), '');
    const store = createDiskStore(path.join(folder, 'file'));
    await expect(
      store.put(`cover-${'0'.repeat(32)}`, { bytes: Buffer.from('x'), contentType: 'image/png' }),
    ).rejects.toMatchObject({
      status: 503,
    });
    rmSync(folder, { recursive: true });
  });
});
