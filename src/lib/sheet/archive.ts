import { SheetError } from './types';

/** The zip format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. */
const END = { signature: 0x06054b50, size: 22, commentMax: 0xffff };
const ENTRY = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };
const ENCRYPTED = 0x1;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  name: string;
  method: number;
  packed: Uint8Array;
  size: number;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns the position of the record that ends the archive; a comment may follow it. */
const endOf = (view: DataView): number => {
  const first = Math.max(0, view.byteLength - END.size - END.commentMax);
  for (let at = view.byteLength - END.size; at >= first; at -= 1)
    if (view.getUint32(at, true) === END.signature) return at;
  throw new SheetError('broken');
};

/** Returns the entry at a position of the archive's directory, and the position of the next one. */
const entryAt = (bytes: Uint8Array, view: DataView, at: number): { entry: Entry; next: number } => {
  if (view.getUint32(at, true) !== ENTRY.signature) throw new SheetError('broken');
  if (view.getUint16(at + 8, true) & ENCRYPTED) throw new SheetError('password');
  const packedSize = view.getUint32(at + 20, true);
  const nameLength = view.getUint16(at + 28, true);
  const local = view.getUint32(at + 42, true);
  if (view.getUint32(local, true) !== LOCAL.signature) throw new SheetError('broken');
  const start = local + LOCAL.size + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packedSize > bytes.length) throw new SheetError('broken');
  const named = at + ENTRY.size;
  return {
    entry: {
      // Some programs on Windows write backslashes, against the format.
      name: new TextDecoder()
        .decode(bytes.subarray(named, named + nameLength))
        .replaceAll('\\', '/')
        .replace(/^\//, ''),
      method: view.getUint16(at + 10, true),
      packed: bytes.subarray(start, start + packedSize),
      size: view.getUint32(at + 24, true),
    },
    next: named + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true),
  };
};

/** Lists the parts of a zip archive. Throws `SheetError` for an encrypted or broken one. */
export const entriesOf = (bytes: Uint8Array): Entry[] => {
  const view = viewOf(bytes);
  try {
    const end = endOf(view);
    const entries: Entry[] = [];
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      const { entry, next } = entryAt(bytes, view, at);
      entries.push(entry);
      at = next;
    }
    return entries;
  } catch (error) {
    // A position outside the file is a RangeError.
    throw error instanceof SheetError ? error : new SheetError('broken');
  }
};

/** Joins the pieces of a stream; throws `SheetError` as soon as they are longer than `max`. */
const gather = async (stream: ReadableStream<Uint8Array>, max: number): Promise<Uint8Array> => {
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > max) {
      await reader.cancel();
      throw new SheetError('tooLarge');
    }
    pieces.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

/**
 * Unpacks one part. Never holds more than `max` bytes, whatever size the archive promises; throws `SheetError` for a
 * larger part, and for one whose size differs from the promise.
 */
export const unpack = async ({ method, packed, size }: Entry, max: number): Promise<Uint8Array> => {
  if (packed.length > max || size > max) throw new SheetError('tooLarge');
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new SheetError('broken');
  const source = new Blob([new Uint8Array(packed)]).stream();
  try {
    const content = await gather(source.pipeThrough(new DecompressionStream('deflate-raw')), max);
    if (content.length !== size) throw new SheetError('broken');
    return content;
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError('broken');
  }
};
