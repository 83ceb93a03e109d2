import sharp from 'sharp';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { AVATAR_SIZE } from '../../../contract/constants/limits';
import { postProfileUpdate } from '../../../contract/routes/account';
import { decodeInChild } from '../../../server/platform/pictures/decoder';
import { PROFILE_BODY } from '../../support/validationCases/profile';
import { testServer, type TestServer } from '../../support/testServer';

jest.mock('../../../server/platform/pictures/decoder', () => {
  const actual = jest.requireActual('../../../server/platform/pictures/decoder');
  return { decodeInChild: jest.fn(actual.decodeInChild) };
});

const { emailNotUnique, imageInvalid, invalid, payloadTooLarge } = ERROR_KEYS;
const EMAIL = 'company@demo.test';

const solid = (width = AVATAR_SIZE, height = AVATAR_SIZE) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 60 } } });
const jpeg = (width?: number, height?: number): Promise<Buffer> => solid(width, height).jpeg().toBuffer();
const base64 = async (bytes: Buffer | Promise<Buffer>): Promise<string> => (await bytes).toString('base64');

describe('profile pictures', () => {
  let server: TestServer;
  let put: jest.SpyInstance;
  let remove: jest.SpyInstance;
  beforeAll(async () => {
    server = await testServer();
    await server.pool.query("update users set phone = $1, country_code = 'TR' where email = $2", [
      PROFILE_BODY.phone,
      EMAIL,
    ]);
  });
  beforeEach(async () => {
    await server.pool.query('delete from rate_limits');
    put = jest.spyOn(server.deps.fileStore, 'put');
    remove = jest.spyOn(server.deps.fileStore, 'remove');
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => server.close());

  const update = (change: Record<string, unknown>) =>
    server.call(postProfileUpdate, { as: 'company', body: { ...PROFILE_BODY, email: EMAIL, ...change } });
  const keyNow = async (): Promise<string> =>
    (await server.pool.query('select image_key from users where email = $1', [EMAIL])).rows[0].image_key;
  const keysOf = (spy: jest.SpyInstance): string[] => spy.mock.calls.map(([key]) => key);

  it('stores a picture as a JPEG of 320 × 320 without the file’s other contents, and serves it', async () => {
    const exif = { IFD0: { Copyright: 'secret place', ImageDescription: 'somewhere' } };
    const sent = await solid(640, 480).withExif(exif).jpeg().toBuffer();
    expect(sent.includes('secret place')).toBe(true);
    const { status, body } = await update({ image: `data:image/jpeg;base64,${sent.toString('base64')}` });
    expect(status).toBe(200);
    expect(await keyNow()).toMatch(/^upload-[0-9a-f]{32}$/);
    const served = await server.app.inject(body.payload.user.imageUrl);
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(served.headers['x-content-type-options']).toBe('nosniff');
    const bytes = served.rawPayload;
    const { format, width, height, exif: kept, icc } = await sharp(bytes).metadata();
    expect({ format, width, height, kept, icc }).toEqual({ format: 'jpeg', width: 320, height: 320 });
    expect(bytes.includes('secret place')).toBe(false);
  });

  it('replaces the old picture and removes it after the change', async () => {
    await update({ image: await base64(jpeg()) });
    const old = await keyNow();
    expect((await update({ image: await base64(jpeg()) })).status).toBe(200);
    expect(await keyNow()).not.toBe(old);
    expect(keysOf(remove)).toContain(old);
    expect(await server.deps.fileStore.get(old)).toBeNull();
    expect(await server.deps.fileStore.get(await keyNow())).not.toBeNull();
  });

  it('does not decode a drawing, since a small one would keep the server busy for seconds', async () => {
    const level = (n: number) => `<g id="a${n}">${`<use href="#a${n - 1}"/>`.repeat(10)}</g>`;
    const levels = Array.from({ length: 19 }, (_, n) => level(n + 1)).join('');
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><defs><rect id="a0" width="1" height="1"/>${levels}</defs><use href="#a19"/></svg>`;
    jest.mocked(decodeInChild).mockClear();
    const { status, body } = await update({ image: await base64(Buffer.from(drawing)) });
    expect([status, body.key]).toEqual([400, imageInvalid]);
    expect(decodeInChild).not.toHaveBeenCalled();
  });

  it.each([[null], [undefined]])('keeps the picture when the body holds %s', async (image) => {
    await update({ image: await base64(jpeg()) });
    const key = await keyNow();
    expect((await update({ image })).body.payload.user.imageUrl).toContain(key);
  });

  it('removes the new picture when the change is rejected, and keeps the old one', async () => {
    await update({ image: await base64(jpeg()) });
    const key = await keyNow();
    put.mockClear();
    const { body } = await update({ image: await base64(jpeg()), email: 'other@demo.test' });
    expect(body.key).toBe(emailNotUnique);
    const [fresh, ...others] = keysOf(put);
    expect([others, keysOf(remove).includes(fresh!), await keyNow()]).toEqual([[], true, key]);
    expect(await server.deps.fileStore.get(key)).not.toBeNull();
  });

  it('reports why a change was rejected even when the new picture cannot be removed', async () => {
    remove.mockRejectedValue(new Error('the store is away'));
    const { body } = await update({ image: await base64(jpeg()), email: 'other@demo.test' });
    expect(body.key).toBe(emailNotUnique);
    expect((await update({ image: await base64(jpeg()) })).status).toBe(200);
  });

  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  it.each<[string, () => Promise<string>]>([
    ['a PNG', () => base64(solid().png().toBuffer())],
    ['a WebP', () => base64(solid().webp().toBuffer())],
    ['an SVG', () => base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))],
    ['a page', () => base64(html)],
    ['a PNG labelled as JPEG', async () => `data:image/jpeg;base64,${await base64(solid().png().toBuffer())}`],
    ['a JPEG labelled as PNG', async () => `data:image/png;base64,${await base64(jpeg())}`],
    ['the beginning of a JPEG', async () => base64((await jpeg()).subarray(0, 400))],
    ['no base64', () => Promise.resolve('*** nothing ***')],
    ['an address', () => Promise.resolve('https://example.com/a.jpg')],
    ['more pixels than are decoded', () => base64(jpeg(1001, 1000))],
  ])('rejects %s as a picture', async (_name, make) => {
    const { status, body } = await update({ image: await make() });
    expect([status, body.key, body.errors.children]).toEqual([
      400,
      imageInvalid,
      { image: { errors: [imageInvalid] } },
    ]);
    expect(keysOf(put)).toEqual([]);
  });

  it('stores nothing of %s', async () => {
    const { body } = await update({ image: await base64(Buffer.concat([await jpeg(), html])) });
    const served = await server.app.inject(body.payload.user.imageUrl);
    expect(served.rawPayload.includes('<script>')).toBe(false);
  });

  it('decodes twenty pictures in ten minutes for one account and still accepts other changes', async () => {
    const image = await base64(Buffer.from([0xff, 0xd8, 0xff, 0, 0, 0]));
    for (let n = 0; n < 20; n += 1) expect((await update({ image })).status).toBe(400);
    const { status, body, headers } = await update({ image });
    expect([status, body.key]).toEqual([429, ERROR_KEYS.tooManyRequests]);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    expect((await update({})).status).toBe(200);
  });

  it('limits the picture to 700,000 characters and the body to little more', async () => {
    expect((await update({ image: 'A'.repeat(700_001) })).body).toMatchObject({
      key: invalid,
      errors: { children: { image: { errors: [ERROR_KEYS.fieldTooLong] } } },
    });
    const { status, body } = await update({ image: 'A'.repeat(800_000) });
    expect([status, body.key]).toEqual([413, payloadTooLarge]);
  });
});
