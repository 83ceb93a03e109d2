import { unavailable } from '../errors';
import { decodeInChild, type Format, type PictureRules } from './decoder';

/** Requests that may wait for their turn: a few seconds of work. */
const WAITING_MAX = 40;
const RETRY_SECONDS = 2;

/**
 * First bytes of every JPEG and PNG. The decoder knows about twenty formats and probes each one: a crafted SVG of 5 kB
 * keeps it busy for seconds before it reports the format.
 */
const SIGNATURES: Record<Format, Buffer> = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  svg: Buffer.from('<svg'),
};

const hasSignature = (bytes: Buffer, { formats }: PictureRules): boolean =>
  formats.some((format) => bytes.subarray(0, SIGNATURES[format].length).equals(SIGNATURES[format]));

let isWorking = false;
const waiting: (() => void)[] = [];

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (isWorking) {
    if (waiting.length >= WAITING_MAX) throw unavailable(RETRY_SECONDS);
    // The finished request wakes this one and passes its turn on.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  isWorking = true;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else isWorking = false;
  }
};

/**
 * Creates a new JPEG from a picture that came from outside. It drops everything else in the file, such as metadata and
 * data appended to the picture. Returns null unless the file is a complete picture of the rules' formats and sizes. A
 * server decodes one picture at a time in a separate process; it calls `read` only when the turn comes, so that no
 * bytes wait in memory. Throws 503 when too many requests wait.
 */
export const reencodePicture = (read: () => Promise<Buffer | null>, rules: PictureRules): Promise<Buffer | null> =>
  inTurn(async () => {
    const bytes = await read();
    return bytes && hasSignature(bytes, rules) ? decodeInChild(bytes, rules) : null;
  });
