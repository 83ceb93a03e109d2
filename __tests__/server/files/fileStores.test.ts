import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import fs, { mkdir, readdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskStore, createS3Store } from '../../../server/adapters/files';
import type { FileStore } from '../../../server/platform/ports/fileStore';
import { createLogger } from '../../../server/platform/logger';
import { s3Counterpart, type S3Counterpart } from '../../support/counterparts/s3';
import { testServer, type TestServer } from '../../support/testServer';

const KEY = `upload-${'0a'.repeat(16)}`;
const OTHER = `upload-${'0b'.repeat(16)}`;
const JPEG = { bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), contentType: 'image/jpeg' };

const behaves = (store: () => FileStore) => {
  it('returns a stored file, replaces it and removes it', async () => {
    expect(await store().get(KEY)).toBeNull();
    await store().put(KEY, JPEG);
    expect(await store().get(KEY)).toEqual(JPEG);
    expect(await store().get(OTHER)).toBeNull();
    await store().remove(KEY);
    await store().remove(KEY);
    expect(await store().get(KEY)).toBeNull();
  });
  it('stores a file from the disk and returns it as a stream', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dash-put-'));
    const bytes = Buffer.alloc(3_000_000, 'wörk');
    writeFileSync(path.join(folder, 'file'), bytes);
    const large = `export-${'0c'.repeat(16)}`;
    expect(await store().open(large)).toBeNull();
    await store().putFile(large, { path: path.join(folder, 'file'), contentType: 'text/x-test' });
    const opened = await store().open(large);
    expect(opened!.contentType).toBe('text/x-test');
    const parts: Buffer[] = [];
    for await (const part of opened!.stream) parts.push(part as Buffer);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    await expect(store().putFile(large, { path: path.join(folder, 'none'), contentType: 'x' })).rejects.toMatchObject({
      status: 503,
    });
    await store().remove(large);
    rmSync(folder, { recursive: true });
  });
  it.each(['../../etc/passwd', 'upload-1', `upload-${'0a'.repeat(16)}/../x`, ''])('rejects the key %j', async (key) => {
    await expect(store().get(key)).rejects.toThrow('invalid file key');
    await expect(store().put(key, JPEG)).rejects.toThrow('invalid file key');
  });
};

describe('the file store on disk', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dash-files-'));
  const store = createDiskStore(path.join(folder, 'files'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  behaves(() => store);
  it('syncs the file, its name and the folder to the disk before it acknowledges', async () => {
    const at = path.join(folder, 'new');
    const steps: string[] = [];
    const [open, rename] = [fs.open, fs.rename];
    const opened = jest.spyOn(fs, 'open').mockImplementation(async (...args) => {
      const handle = await open(...args);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        const name = path.relative(folder, String(args[0]));
        steps.push(`${name.startsWith('new/parts/') ? 'part' : name || '.'} synced`);
      };
      return handle;
    });
    const renamed = jest.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
      await rename(from, to);
      steps.push(path.extname(String(to)) === '.type' ? 'type named' : 'file named');
    });
    try {
      await createDiskStore(at).put(KEY, JPEG);
    } finally {
      opened.mockRestore();
      renamed.mockRestore();
    }
    expect(steps).toEqual(['. synced', 'part synced', 'type named', 'part synced', 'file named', 'new synced']);
  });
  it('reports itself unavailable when the folder cannot be created or written', async () => {
    const file = path.join(folder, 'taken');
    writeFileSync(file, '');
    const away = createDiskStore(path.join(file, 'files'));
    const failed = { status: 503, options: { retryAfter: 30 }, cause: { code: 'ENOTDIR' } };
    await expect(away.put(KEY, JPEG)).rejects.toMatchObject(failed);
    await expect(away.get(KEY)).rejects.toMatchObject(failed);
  });
  it('leaves no half-written file', async () => {
    await store.put(KEY, JPEG);
    const names = async () => (await readdir(path.join(folder, 'files'))).sort();
    expect(await names()).toEqual(['parts', KEY, `${KEY}.type`]);
    // A folder blocks the file's path, and nothing of the try may remain.
    await mkdir(path.join(folder, 'files', OTHER));
    await expect(store.put(OTHER, JPEG)).rejects.toMatchObject({ status: 503 });
    expect(await readdir(path.join(folder, 'files', 'parts'))).toEqual([]);
  });
  it('stores one of many simultaneous files of a key completely', async () => {
    const sent = Array.from({ length: 20 }, (_, index) => Buffer.alloc(200_000 + index, index));
    await Promise.all(sent.map((bytes) => store.put(KEY, { bytes, contentType: 'image/png' })));
    const kept = await store.get(KEY);
    expect(sent.some((bytes) => kept!.bytes.equals(bytes))).toBe(true);
    expect(kept!.contentType).toBe('image/png');
  });
  it('deletes the leftovers of processes that died while writing', async () => {
    const parts = path.join(folder, 'died', 'parts');
    await mkdir(parts, { recursive: true });
    for (const name of ['dead', 'writing']) writeFileSync(path.join(parts, name), '');
    const longAgo = new Date(0);
    await utimes(path.join(parts, 'dead'), longAgo, longAgo);
    await createDiskStore(path.join(folder, 'died')).put(KEY, JPEG);
    expect(await readdir(parts)).toEqual(['writing']);
  });
});

describe('the S3-compatible file store', () => {
  let server: S3Counterpart;
  let store: FileStore;
  const other = (change: object) => createS3Store({ ...server.account, endpoint: server.endpoint, ...change });
  beforeAll(async () => {
    server = await s3Counterpart();
    store = other({});
  });
  afterAll(() => server.close());
  behaves(() => store);

  it.each([
    ['an unknown key', { accessKeyId: 'NOBODY' }, '403'],
    ['a wrong secret', { secretAccessKey: 'S3RVEr' }, '403'],
    ['no such bucket', { bucket: 'missing' }, '404'],
    ['a server that is away', { endpoint: 'http://127.0.0.1:2' }, 'ECONNREFUSED'],
  ])('is rejected with %s', async (_name, change, reason) => {
    const failure = await other(change)
      .put(KEY, JPEG)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 503, cause: { message: expect.stringContaining(reason) } });
  });

  it('retries when the store was busy', async () => {
    server.failNext(1);
    await store.put(KEY, JPEG);
    expect(await store.get(KEY)).toEqual(JPEG);
  });
});

describe('GET /files/{key} of uploads', () => {
  let server: TestServer;
  const lines: string[] = [];
  beforeAll(async () => {
    const logger = createLogger('warn', { write: (line: string) => void lines.push(line) });
    server = await testServer({ logger });
  });
  afterAll(() => server.close());
  const get = (url: string) => server.app.inject({ method: 'GET', url });

  it('serves a signed file with its own type only', async () => {
    await server.deps.fileStore.put(KEY, JPEG);
    const url = server.deps.files.imageUrl(KEY)!;
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(reply.rawPayload).toEqual(JPEG.bytes);
  });

  it('answers alike to unknown and unsigned keys', async () => {
    const signed = server.deps.files.imageUrl(KEY)!;
    const unknown = server.deps.files.imageUrl(OTHER)!;
    const bodies = [];
    for (const url of [
      unknown,
      signed.replace(/s=.*/, 's=x'),
      signed.replace(KEY, OTHER),
      `/files/${KEY}`,
      '/files/x',
    ]) {
      const { statusCode, body, headers } = await get(url);
      const { requestId, ...rest } = JSON.parse(body) as { requestId: string };
      expect(requestId).toBe(headers['x-request-id']);
      bodies.push({ statusCode, type: headers['content-type'], cache: headers['cache-control'], rest });
    }
    expect(bodies[0]).toMatchObject({ statusCode: 404, cache: 'no-store' });
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('serves pictures only', async () => {
    await server.deps.fileStore.put(OTHER, { bytes: Buffer.from('<script>'), contentType: 'text/html' });
    expect((await get(server.deps.files.imageUrl(OTHER)!)).statusCode).toBe(404);
  });

  it('answers 503 when the store is unavailable and logs the reason', async () => {
    const file = mkdtempSync(path.join(tmpdir(), 'dash-away-'));
    writeFileSync(path.join(file, 'x'), '');
    const away = createDiskStore(path.join(file, 'x'));
    const untouched = server.deps.fileStore.get;
    server.deps.fileStore.get = away.get;
    lines.length = 0;
    const { statusCode, headers, body } = await get(server.deps.files.imageUrl(KEY)!);
    server.deps.fileStore.get = untouched;
    rmSync(file, { recursive: true });
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '30', 'no-store']);
    expect(body).not.toContain('ENOTDIR');
    expect(lines.join()).toContain('ENOTDIR');
  });
});
