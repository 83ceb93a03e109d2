import { type SheetReply, type SheetRequest, SheetError, type Sheet, type SheetOptions, type SheetText } from './types';

/** Longer than a file of the largest size takes on a slow phone, in milliseconds. */
const TIMEOUT = 30_000;

/** Starts a worker for one request and ends it after the reply or the time limit. */
const ask = async (request: SheetRequest): Promise<SheetReply> => {
  const { startWorker } = await import('./startWorker');
  const worker = startWorker();
  try {
    return await new Promise<SheetReply>((resolve, reject) => {
      setTimeout(() => resolve({ problem: 'tooSlow' }), TIMEOUT);
      worker.addEventListener('message', ({ data }: MessageEvent<SheetReply>) => resolve(data));
      worker.addEventListener('error', () => reject(new SheetError('notLoaded')));
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
};

/** Reads a workbook or CSV file of the user outside the main thread. Throws `SheetError` for a file that it refuses. */
export const readSheetFile = async (file: File, options: SheetOptions): Promise<Sheet[]> => {
  if (file.type.startsWith('image/')) throw new SheetError('picture');
  if (file.size > options.bytes) throw new SheetError('tooLarge');
  const reply = await ask({ read: new Uint8Array(await file.arrayBuffer()), options });
  if ('sheets' in reply) return reply.sheets;
  throw new SheetError('problem' in reply ? reply.problem : 'broken');
};

/** Creates a workbook of texts outside the main thread. */
export const makeSheetFile = async (text: SheetText): Promise<Blob> => {
  const reply = await ask({ write: text });
  if (!('bytes' in reply)) throw new SheetError('problem' in reply ? reply.problem : 'broken');
  return new Blob([new Uint8Array(reply.bytes)], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
};
