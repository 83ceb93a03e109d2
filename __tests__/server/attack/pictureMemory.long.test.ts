import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

/** The figure of docs/SECURITY.md, "What is costly". */
const MEMORY_MAX = 64 * 2 ** 20;
const AT_ONCE = 12;

const pixels = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 90, g: 140, b: 60, alpha: 0.5 } } });

/** Makes a progressive JPEG with as many coefficients as its size allows. */
const progressive = (width: number, height: number) =>
  pixels(width, height).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();

/** Makes a baseline JPEG with one scan per colour, which the decoder also holds whole. */
const inScans = async (width: number, height: number) => {
  const bytes = await pixels(width, height).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
  const at = bytes.indexOf(Buffer.from([0xff, 0xda]));
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, bytes[at + 5]!, bytes[at + 6]!, 0, 63, 0]);
  return Buffer.concat([bytes.subarray(0, at), scan, bytes.subarray(at + 2 + bytes.readUInt16BE(at + 2))]);
};

type Kind = 'cover' | 'portrait' | 'photo';

/** Decodes the picture several times at once in a separate process and measures the growth of its memory. */
const makeAtOnce = async (kind: Kind, bytes: Buffer): Promise<{ made: number; rise: number }> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dash-pictures-'));
  try {
    for (let n = 0; n < AT_ONCE; n += 1) writeFileSync(path.join(folder, String(n)), bytes);
    const args = ['--import', 'tsx', '__tests__/support/pictureMemoryChild.ts', kind, folder];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout) as { made: number; rise: number };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('twelve simultaneous pictures', () => {
  it.each<[string, Kind, number, () => Promise<Buffer>]>([
    ['progressive JPEGs of the most pixels', 'cover', AT_ONCE, () => progressive(2600, 2000)],
    ['progressive JPEGs of 16,000,000 pixels', 'cover', 0, () => progressive(4000, 4000)],
    ['JPEGs in several scans', 'cover', 0, () => inScans(4000, 4000)],
    ['JPEGs of 16,000,000 pixels', 'cover', AT_ONCE, () => pixels(4000, 4000).jpeg().toBuffer()],
    ['JPEGs of long lines', 'cover', 0, () => pixels(16_000, 1000).jpeg().withMetadata({ orientation: 6 }).toBuffer()],
    [
      'JPEGs of the longest lines',
      'cover',
      AT_ONCE,
      () => pixels(8000, 2000).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    ],
    ['PNGs in passes', 'cover', AT_ONCE, () => pixels(4000, 1900, 4).png({ progressive: true }).toBuffer()],
    [
      'PNGs of 16 bits that lie on their side',
      'cover',
      AT_ONCE,
      () => pixels(2000, 1900, 4).png().withMetadata({ orientation: 6 }).toColourspace('rgb16').toBuffer(),
    ],
    [
      'PNGs that lie on their side',
      'cover',
      AT_ONCE,
      () => pixels(4000, 1900, 4).png().withMetadata({ orientation: 6 }).toBuffer(),
    ],
    ['progressive portraits', 'portrait', AT_ONCE, () => progressive(1000, 1000)],
    ['progressive photos of CVs', 'photo', AT_ONCE, () => progressive(1000, 1000)],
  ])('keep the memory for %s within the figure of docs/SECURITY.md', async (_what, kind, made, bytesOf) => {
    const outcome = await makeAtOnce(kind, await bytesOf());
    expect(outcome.made).toBe(made);
    expect(outcome.rise).toBeLessThan(MEMORY_MAX);
  });
});
