import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { makeAvatar } from '../../../server/modules/account/profileService';
import { makeCover } from '../../../server/modules/covers';
import { decodeInChild } from '../../../server/platform/pictures/decoder';

jest.mock('../../../server/platform/pictures/decoder', () => {
  const actual = jest.requireActual('../../../server/platform/pictures/decoder');
  return { decodeInChild: jest.fn(actual.decodeInChild) };
});

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};

/** Makes a PNG whose header claims the given size. */
const png = (width: number, height: number, ...more: Buffer[]): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', head), ...more, chunk('IEND', Buffer.alloc(0))]);
};

const bombOf = (levels: number): string => {
  const level = (n: number) => `<g id="a${n}">${`<use href="#a${n - 1}"/>`.repeat(10)}</g>`;
  const all = Array.from({ length: levels }, (_, n) => level(n + 1)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs><rect id="a0" width="1" height="1"/>${all}</defs><use href="#a${levels}"/></svg>`;
};
const ENTITIES = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&f;</text></svg>`;
const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes));
const SCRIPT = '<script>alert(1)</script>';
const jpeg = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
const jpegHead = async (width: number, height: number): Promise<Buffer> => {
  const bytes = Buffer.from(await jpeg());
  // The frame header holds the size: marker FFC0 or FFC2, two bytes of length, one of depth, then height and width.
  const at = bytes.findIndex(
    (byte, index) => byte === 0xff && (bytes[index + 1] === 0xc0 || bytes[index + 1] === 0xc2),
  );
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
};

/** Their first bytes are no picture's. The decoder must not see them: a drawing of 5 kB kept it busy for ten seconds. */
const NO_PICTURES: readonly (readonly [string, () => Buffer])[] = [
  ['a drawing that repeats itself without end', () => Buffer.from(bombOf(19))],
  ['a drawing that reads files of the server', () => Buffer.from(ENTITIES)],
  ['a drawing behind a byte order mark', () => Buffer.from(`\ufeff${bombOf(12)}`)],
  ['a packed archive', () => Buffer.concat([Buffer.from('PK\x03\x04'), zeros(1_000_000)])],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction 2 0 R >>')],
  ['a page', () => Buffer.from(`<!doctype html>${SCRIPT}`)],
  ['a PostScript program', () => Buffer.from('%!PS\n(/etc/passwd) (r) file')],
  ['a picture of another format, a TIFF', () => Buffer.from('II*\0\x08\0\0\0')],
  ['nothing', () => Buffer.alloc(0)],
];

const BROKEN_PICTURES: readonly (readonly [string, () => Buffer | Promise<Buffer>])[] = [
  ['a PNG of 65,000 × 65,000 without a body', () => png(65_000, 65_000)],
  [
    'a PNG of 20,000 × 20,000 that is 100 kB of zeros unpacked to more',
    () => png(20_000, 20_000, chunk('IDAT', zeros(100_000_000))),
  ],
  ['a PNG of an impossible size', () => png(0, 5)],
  ['a JPEG whose head says 65,500 × 65,500', () => jpegHead(65_500, 65_500)],
];

/** Valid pictures with foreign data inside or behind them. */
const POLYGLOTS: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['a page behind it', async () => Buffer.concat([await jpeg(), Buffer.from(SCRIPT)])],
  ['an archive behind it', async () => Buffer.concat([await jpeg(), Buffer.from(`PK\x03\x04${SCRIPT}`)])],
  [
    'a page in its comment',
    async () => {
      const bytes = await jpeg();
      const text = Buffer.from(SCRIPT);
      const comment = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
      return Buffer.concat([bytes.subarray(0, 2), comment, text, bytes.subarray(2)]);
    },
  ],
  [
    'a page in its metadata',
    async () =>
      sharp(await jpeg())
        .withExif({ IFD0: { ImageDescription: SCRIPT, Copyright: SCRIPT } })
        .jpeg()
        .toBuffer(),
  ],
];

describe.each([
  ['a cover', (bytes: Buffer) => makeCover(async () => bytes)],
  ['a portrait', (bytes: Buffer) => makeAvatar(bytes.toString('base64'))],
] as const)('%s', (_name, make) => {
  beforeEach(() => jest.mocked(decodeInChild).mockClear());

  const expectRefused = (bytes: Buffer) =>
    expect(make(bytes)).rejects.toMatchObject({ status: 400, key: 'image.invalid' });
  it.each(NO_PICTURES)('rejects %s without decoding it', async (_what, bytesOf) => {
    await expectRefused(bytesOf());
    expect(decodeInChild).not.toHaveBeenCalled();
  });

  it.each(BROKEN_PICTURES)('rejects %s', async (_what, bytesOf) => expectRefused(await bytesOf()));

  it.each(POLYGLOTS)('keeps nothing of %s', async (_what, bytesOf) => {
    const kept = await make(await bytesOf());
    expect(kept.includes('script')).toBe(false);
    expect((await sharp(kept).metadata()).format).toBe('jpeg');
  });
});
