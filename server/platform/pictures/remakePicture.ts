import { unavailable } from '../errors';
import { decodeApart } from './decoder';

type Format = 'jpeg' | 'png' | 'svg';

/** Which pictures are taken, and the JPEG that is made of them; sizes in pixels. */
export interface PictureRules {
  formats: readonly Format[];
  /** What is wrong enough with a file to refuse it. */
  failOn: 'warning' | 'error';
  pixelsMax: number;
  width: number;
  height: number;
  quality: number;
}

/** Requests that may wait for their picture's turn: some seconds of work. */
const WAITING_MAX = 40;
const RETRY_SECONDS = 2;

/**
 * How every JPEG and every PNG begins. The decoder knows some twenty formats and looks into each by itself: a drawing of 5 kB
 * keeps it at work for seconds before it says what it is.
 */
const BEGINNINGS: Record<Format, Buffer> = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  svg: Buffer.from('<svg'),
};

const beginsRight = (bytes: Buffer, { formats }: PictureRules): boolean =>
  formats.some((format) => bytes.subarray(0, BEGINNINGS[format].length).equals(BEGINNINGS[format]));

let isWorking = false;
const waiting: (() => void)[] = [];

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (isWorking) {
    if (waiting.length >= WAITING_MAX) throw unavailable(RETRY_SECONDS);
    // Whoever ends hands the turn over.
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
 * A new JPEG made from a picture that came from outside: nothing of the file is kept, neither its metadata nor what may hide
 * behind the picture. Null unless it is a whole picture of the formats and sizes of the rules. A server decodes one picture at
 * a time, in a process of its own; `read` is called when the turn has come, so that nothing waits in memory. 503 when too many
 * wait already.
 */
export const remakePicture = (read: () => Promise<Buffer | null>, rules: PictureRules): Promise<Buffer | null> =>
  inTurn(async () => {
    const bytes = await read();
    return bytes && beginsRight(bytes, rules) ? decodeApart(bytes, rules) : null;
  });
