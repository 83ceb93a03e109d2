import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import S3rver from 's3rver';
import { createDiskStore } from '../../../server/platform/fileStore/diskStore';
import type { FileStore } from '../../../server/platform/fileStore/fileStore';
import { createS3Store } from '../../../server/platform/fileStore/s3Store';
import { testServer, type TestServer } from '../../support/testServer';

jest.setTimeout(30_000);

const KEY = `upload-${'0a'.repeat(16)}`;
const OTHER = `upload-${'0b'.repeat(16)}`;
const JPEG = { bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), contentType: 'image/jpeg' };

const behaves = (store: () => FileStore) => {
  it('gives back what was put, replaces it, and removes it', async () => {
    expect(await store().get(KEY)).toBeNull();
    await store().put(KEY, JPEG);
    expect(await store().get(KEY)).toEqual(JPEG);
    expect(await store().get(OTHER)).toBeNull();
    await store().remove(KEY);
    await store().remove(KEY);
    expect(await store().get(KEY)).toBeNull();
  });
  it.each(['../../etc/passwd', 'upload-1', `upload-${'0a'.repeat(16)}/../x`, ''])('knows no key %j', async (key) => {
    await expect(store().get(key)).rejects.toThrow('not a key');
    await expect(store().put(key, JPEG)).rejects.toThrow('not a key');
  });
};

describe('files on the disk', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dash-files-'));
  const store = createDiskStore(path.join(folder, 'files'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  behaves(() => store);
  it('leaves no half-written file', async () => {
    await store.put(KEY, JPEG);
    expect((await readdir(path.join(folder, 'files'))).sort()).toEqual([KEY, `${KEY}.type`]);
  });
});

describe('files in an S3-compatible store', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dash-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'dashboard', configs: [] }],
  });
  let store: FileStore;
  let endpoint: string;
  // The key pair that the counterpart knows.
  const account = { region: 'us-east-1', bucket: 'dashboard', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  beforeAll(async () => {
    const { port } = (await server.run()) as AddressInfo;
    endpoint = `http://127.0.0.1:${port}`;
    store = createS3Store({ ...account, endpoint });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  behaves(() => store);
  it('is refused with an unknown key pair, and without the bucket', async () => {
    const stranger = createS3Store({ ...account, endpoint, accessKeyId: 'NOBODY' });
    await expect(stranger.put(KEY, JPEG)).rejects.toThrow('403');
    const elsewhere = createS3Store({ ...account, endpoint, bucket: 'missing' });
    await expect(elsewhere.put(KEY, JPEG)).rejects.toThrow('404');
  });

  // The counterpart looks at the key but not at a signature of version 4. This is the one that the documentation prints for
  // its GET Object example: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
  it('is signed as the documentation says', async () => {
    const signer = new AwsV4Signer({
      method: 'GET',
      url: 'https://examplebucket.s3.amazonaws.com/test.txt',
      headers: {
        range: 'bytes=0-9',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
      service: 's3',
      datetime: '20130524T000000Z',
      allHeaders: true,
    });
    const { headers } = await signer.sign();
    expect(headers.get('authorization')).toContain(
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });
});

describe('GET /files/{key} of uploads', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await testServer()));
  afterAll(() => server.close());
  const get = (url: string) => server.app.inject({ method: 'GET', url });

  it('serves a signed one with its own type, and no other', async () => {
    await server.deps.fileStore.put(KEY, JPEG);
    const url = server.deps.files.imageUrl(KEY)!;
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
    expect(reply.rawPayload).toEqual(JPEG.bytes);
    expect((await get(url.replace(/s=.*/, 's=x'))).statusCode).toBe(404);
    expect((await get(server.deps.files.imageUrl(OTHER)!)).statusCode).toBe(404);
  });

  it('serves nothing that is no picture', async () => {
    await server.deps.fileStore.put(OTHER, { bytes: Buffer.from('<script>'), contentType: 'text/html' });
    expect((await get(server.deps.files.imageUrl(OTHER)!)).statusCode).toBe(404);
  });
});
