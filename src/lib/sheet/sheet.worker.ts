import { type SheetReply, type SheetRequest, SheetError } from './types';
import { readSheet } from './readSheet';
import { writeSheet } from './writeSheet';

const answer = async (request: SheetRequest): Promise<SheetReply> => {
  if ('write' in request) return { bytes: writeSheet(request.write) };
  try {
    return { sheets: await readSheet(request.read, request.options) };
  } catch (error) {
    return { problem: error instanceof SheetError ? error.problem : 'broken' };
  }
};

globalThis.addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => {
  void answer(data).then((reply) => globalThis.postMessage(reply));
});
