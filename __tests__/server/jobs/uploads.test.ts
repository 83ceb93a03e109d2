import { sql } from 'kysely';
import sharp from 'sharp';
import { HOUR, MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { copyJob, postJobImage } from '../../../contract/routes/jobs';
import { removeOldUploads } from '../../../server/modules/covers';
import { LIMITS } from '../../../server/platform/limits';
import { NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { jobWorld, type JobWorld } from './jobWorld';

const after = (ms: number) => new Date(NOW.getTime() + ms);

describe('job covers', () => {
  let server: TestServer;
  let world: JobWorld;
  beforeAll(async () => {
    server = await testServer();
    world = await jobWorld(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.set(NOW);
    await sql`delete from rate_limits`.execute(server.db);
  });

  /** Announces and sends an upload, and returns the address for the job. */
  const upload = async (as: 'branch' | 'company' | 'other' | 'root', bytes: Buffer, contentType = 'image/jpeg') => {
    const { uploadUrl, imageUrl } = await world.announce(as, bytes.length, contentType);
    const reply = await world.send(uploadUrl, bytes, { 'content-type': contentType });
    expect([reply.statusCode, reply.json()]).toEqual([200, { ok: true, payload: null }]);
    return imageUrl;
  };
  const keyOf = (imageUrl: string) => imageUrl.replace('/uploads/', '');
  const served = (url: string) => server.app.inject({ method: 'GET', url });
  const expectRefusal = (reply: { status: number; body: { key: string; errors?: unknown } }, key: string) =>
    expect([reply.status, reply.body.key, reply.body.errors]).toEqual([
      400,
      key,
      { children: { image: { errors: [key] } } },
    ]);

  it.each(['jpeg', 'png'] as const)(
    'turn a %s into a JPEG of 688 × 352 without the file’s other contents',
    async (format) => {
      const imageUrl = await upload('branch', await world.picture(format), `image/${format}`);
      const { job } = await world.create('branch', { image: imageUrl });
      const reply = await served(job.image.url);
      expect([reply.statusCode, reply.headers['content-type'], reply.headers['x-content-type-options']]).toEqual([
        200,
        'image/jpeg',
        'nosniff',
      ]);
      const meta = await sharp(reply.rawPayload).metadata();
      expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(['jpeg', 688, 352, undefined]);
      expect(reply.rawPayload.includes('a secret of the camera')).toBe(false);
      expect(await server.deps.fileStore.get(keyOf(imageUrl))).toBeNull();
      expect((await served(job.image.url.replace(/s=.*/, 's=AAAAAAAAAAAAAAAAAAAAAA'))).statusCode).toBe(404);
    },
  );

  it('replace the old cover; null removes it and its own address keeps it', async () => {
    const [first, second] = [
      await upload('branch', await world.picture()),
      await upload('branch', await world.picture()),
    ];
    const { job } = await world.create('branch', { image: first });
    const own = world.jobOf(await world.put('branch', job.id, { image: job.image.url, title: 'Komi' }));
    expect(own.image).toEqual(job.image);
    const yesterday = job.image.url.replace(/\?.*/, '?d=1&s=x');
    expect(world.jobOf(await world.put('branch', job.id, { image: yesterday })).image).toEqual(job.image);
    const changed = world.jobOf(await world.put('branch', job.id, { image: second }));
    expect(changed.image.url).not.toBe(job.image.url);
    expect([(await served(job.image.url)).statusCode, (await served(changed.image.url)).statusCode]).toEqual([
      404, 200,
    ]);
    expect(world.jobOf(await world.put('branch', job.id, { title: 'Garson' })).image).toEqual(changed.image);
    const bare = world.jobOf(await world.put('branch', job.id, { image: null }));
    expect(bare.image.url).toContain('default-job-image');
    expect((await served(changed.image.url)).statusCode).toBe(404);
    expect(world.jobOf(await world.put('branch', job.id, { image: bare.image.url })).image).toEqual(bare.image);
  });

  it('share the file with a copied job; the file is deleted with the last job', async () => {
    const { job } = await world.create('branch', { image: await upload('branch', await world.picture()) });
    const copies = [1, 2].map(() => server.call(copyJob, { as: 'branch', params: { id: job.id } }));
    const [one, two] = (await Promise.all(copies)).map(world.jobOf);
    const path = (url: string) => url.split('?')[0];
    expect([one!.image.url, two!.image.url].map(path)).toEqual([path(job.image.url), path(job.image.url)]);
    await world.put('branch', job.id, { image: null });
    await world.put('branch', one!.id, { status: 'deleted' });
    expect((await served(two!.image.url)).statusCode).toBe(200);
    await world.put('branch', two!.id, { status: 'deleted' });
    expect((await served(two!.image.url)).statusCode).toBe(404);
    const key = /cover-[0-9a-f]{32}/.exec(job.image.url)![0];
    expect((await sql`select 1 from job_covers where key = ${key}`.execute(server.db)).rows).toEqual([]);
  });

  describe('announcing an upload', () => {
    it.each([
      ['a type other than JPEG or PNG', { contentType: 'image/gif' }, 'contentType', ERROR_KEYS.fieldInvalid],
      ['a file of 50 MB', { contentLength: 50 * 1024 * 1024 }, 'contentLength', ERROR_KEYS.fieldTooLarge],
      ['an empty file', { contentLength: 0 }, 'contentLength', ERROR_KEYS.fieldTooSmall],
      ['a program', { fileName: 'cover.exe' }, 'fileName', ERROR_KEYS.fieldInvalid],
      ['a name of two endings', { fileName: 'cover.png.exe' }, 'fileName', ERROR_KEYS.fieldInvalid],
    ])('answers 400 to %s on its field', async (_name, change, field, key) => {
      const body = { fileName: 'cover.jpg', contentType: 'image/jpeg', contentLength: 1000, ...change };
      const reply = await server.call(postJobImage, { as: 'branch', body });
      expect([reply.status, reply.body.errors]).toEqual([400, { children: { [field]: { errors: [key] } } }]);
    });

    it('answers 429 to too many announcements', async () => {
      for (let at = 0; at < LIMITS.jobImage.points; at += 1) await world.announce('branch', 1000);
      const body = { fileName: 'cover.jpg', contentType: 'image/jpeg', contentLength: 1000 };
      const reply = await server.call(postJobImage, { as: 'branch', body });
      expect([reply.status, reply.body.key]).toEqual([429, ERROR_KEYS.tooManyRequests]);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      await world.announce('company', 1000);
    });
  });

  describe('sending an upload', () => {
    const bytes = Buffer.alloc(1000, 7);
    const outcome = async (send: () => ReturnType<JobWorld['send']>) => {
      const reply = await send();
      const body = reply.json<{ ok: boolean; key?: string; requestId?: string }>();
      expect(body.requestId ?? reply.headers['x-request-id']).toBe(reply.headers['x-request-id']);
      return [reply.statusCode, body.key];
    };

    it('rejects another type, more bytes, fewer bytes and none, and the address stays valid', async () => {
      const { uploadUrl } = await world.announce('branch', 1000);
      const send = (sent: Buffer, headers = {}) => outcome(() => world.send(uploadUrl, sent, headers));
      expect(await send(bytes, { 'content-type': 'image/png' })).toEqual([415, ERROR_KEYS.unsupportedMediaType]);
      expect(await send(bytes, { 'content-type': 'application/json' })).toEqual([415, ERROR_KEYS.unsupportedMediaType]);
      expect(await send(Buffer.alloc(1001))).toEqual([400, ERROR_KEYS.invalid]);
      expect(await send(Buffer.alloc(10))).toEqual([400, ERROR_KEYS.invalid]);
      expect(await send(Buffer.alloc(0))).toEqual([400, ERROR_KEYS.invalid]);
      expect(await send(bytes)).toEqual([200, undefined]);
    });

    it('answers 413 to 50 MB before reading them', async () => {
      const { uploadUrl } = await world.announce('branch', 1000);
      const headers = { 'content-length': String(50 * 1024 * 1024) };
      expect(await outcome(() => world.send(uploadUrl, bytes, headers))).toEqual([413, ERROR_KEYS.payloadTooLarge]);
    });

    it('uses an address once, even for two simultaneous uploads', async () => {
      const { uploadUrl } = await world.announce('branch', 1000);
      const replies = await Promise.all([1, 2].map(() => world.send(uploadUrl, bytes)));
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect(await outcome(() => world.send(uploadUrl, bytes))).toEqual([409, ERROR_KEYS.conflict]);
    });

    it('accepts an address for ten minutes', async () => {
      const { uploadUrl } = await world.announce('branch', 1000);
      server.clock.set(after(10 * MINUTE + 1000));
      expect(await outcome(() => world.send(uploadUrl, bytes))).toEqual([410, ERROR_KEYS.imageUploadMissing]);
    });

    it('answers 404 to an unsigned address', async () => {
      const { uploadUrl, imageUrl } = await world.announce('branch', 1000);
      const other = await world.announce('branch', 1000);
      const later = uploadUrl.replace(/e=(\d+)/, (_all, at: string) => `e=${Number(at) + 600}`);
      for (const url of [
        later,
        imageUrl,
        `${imageUrl}?${other.uploadUrl.split('?')[1]}`,
        '/uploads/quarantine-zz?e=1&s=x',
        '/uploads/%00?e=1&s=x',
        uploadUrl.replace(/s=.*/, 's='),
        `${uploadUrl}&s=2`,
      ])
        expect([url, ...(await outcome(() => world.send(url, bytes)))]).toEqual([url, 404, ERROR_KEYS.notFound]);
    });

    it('serves no file from quarantine', async () => {
      const imageUrl = await upload('branch', bytes);
      expect((await served(imageUrl)).statusCode).toBe(404);
      expect((await served(server.deps.files.imageUrl(keyOf(imageUrl))!)).statusCode).toBe(404);
    });
  });

  describe('the cover of a saved job', () => {
    const damaged: readonly (readonly [string, () => Promise<Buffer>])[] = [
      ['a renamed executable', async () => Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(5000, 1)])],
      ['a script', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
      ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      ['a GIF', () => world.picture('gif')],
      ['a WebP', () => world.picture('webp')],
      ['a JPEG cut in the middle', async () => (await world.picture('jpeg', 1600, 900)).subarray(0, 3000)],
      [
        'a PNG cut in the middle',
        async () => {
          const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
          const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#000', noise } })
            .png()
            .toBuffer();
          return png.subarray(0, Math.floor(png.length / 2));
        },
      ],
      ['a head without a picture', async () => (await world.picture()).subarray(0, 20)],
      [
        'a picture of too many pixels',
        () =>
          sharp({ create: { width: 6000, height: 3000, channels: 3, background: '#fff' } })
            .png()
            .toBuffer(),
      ],
    ];
    it.each(damaged)('answers 400 image.invalid to %s and creates no job', async (_name, make) => {
      const imageUrl = await upload('branch', await make());
      const count = async () =>
        (await sql<{ n: number }>`select count(*) as n from jobs`.execute(server.db)).rows[0]!.n;
      const before = await count();
      expectRefusal(await world.post('branch', world.bodyFor('branch', { image: imageUrl })), ERROR_KEYS.imageInvalid);
      expect(await count()).toBe(before);
      const { job } = await world.create('branch');
      expectRefusal(await world.put('branch', job.id, { image: imageUrl, title: 'Komi' }), ERROR_KEYS.imageInvalid);
      expect(world.jobOf(await world.get('branch', job.id))).toEqual(job);
    });

    it('rejects uploads of another organisation, of colleagues, used ones and ones without bytes', async () => {
      const picture = await world.picture();
      const used = await upload('branch', picture);
      await world.create('branch', { image: used });
      const cases = [
        await upload('other', picture),
        await upload('root', picture),
        used,
        (await world.announce('branch', 1000)).imageUrl,
        `/uploads/quarantine-${'0'.repeat(32)}`,
        'https://example.com/cover.jpg',
        '/uploads/../../etc/passwd',
        `/files/cover-${'0'.repeat(32)}`,
      ];
      const { job } = await world.create('branch');
      for (const image of cases) {
        expectRefusal(await world.post('branch', world.bodyFor('branch', { image })), ERROR_KEYS.imageUploadMissing);
        expectRefusal(await world.put('branch', job.id, { image }), ERROR_KEYS.imageUploadMissing);
      }
    });

    it('accepts an upload for a day', async () => {
      const [one, two] = [await upload('branch', await world.picture()), await upload('branch', await world.picture())];
      server.clock.set(after(23 * HOUR));
      await world.create('branch', { image: one });
      server.clock.set(after(25 * HOUR));
      expectRefusal(await world.post('branch', world.bodyFor('branch', { image: two })), ERROR_KEYS.imageUploadMissing);
    });

    it('accepts an upload again after a failed save, and for one of two simultaneous jobs', async () => {
      const image = await upload('branch', await world.picture());
      const refused = await world.post('branch', world.bodyFor('branch', { image, positionId: 999_999 }));
      expect(refused.status).toBe(400);
      const bodies = [1, 2].map(() => world.post('branch', world.bodyFor('branch', { image })));
      const replies = await Promise.all(bodies);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
      const made = world.jobOf(replies.find(({ status }) => status === 200)!);
      expect((await served(made.image.url)).statusCode).toBe(200);
    });
  });

  it('deletes unused uploads and keeps used ones', async () => {
    const [taken, left] = [
      await upload('branch', await world.picture()),
      await upload('branch', await world.picture()),
    ];
    const { job } = await world.create('branch', { image: taken });
    await world.post('branch', world.bodyFor('branch', { image: left, positionId: 999_999 }));
    const cover = keyOf(left).replace('quarantine', 'cover');
    expect(await server.deps.fileStore.get(cover)).not.toBeNull();
    await removeOldUploads(server.deps);
    expect(await server.deps.fileStore.get(keyOf(left))).not.toBeNull();
    server.clock.set(after(26 * HOUR));
    expect(await removeOldUploads(server.deps)).toBeGreaterThanOrEqual(2);
    expect([await server.deps.fileStore.get(keyOf(left)), await server.deps.fileStore.get(cover)]).toEqual([
      null,
      null,
    ]);
    expect(await removeOldUploads(server.deps)).toBe(0);
    const { job: same } = (await world.get('branch', job.id)).body.payload;
    expect((await served(same.image.url)).statusCode).toBe(200);
  });
});
