// A process that decodes all pictures of a folder at once and writes the growth of its memory in bytes. It reads
// /proc, so it needs Linux.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { makeAvatar } from '../../server/modules/account/profileService';
import { cvPhoto } from '../../server/modules/exports/cvService';
import { makeCover } from '../../server/modules/covers';
import type { FileStore } from '../../server/platform/ports/fileStore';

const MAKERS: Record<string, (bytes: Buffer) => Promise<unknown>> = {
  cover: (bytes) => makeCover(async () => bytes),
  portrait: (bytes) => makeAvatar(bytes.toString('base64')),
  photo: (bytes) => {
    const get: FileStore['get'] = async () => ({ bytes, contentType: 'image/jpeg' });
    return cvPhoto({ get }, `upload-${'0'.repeat(32)}`);
  },
};

/** Returns the memory of this process and its children in bytes: `VmRSS` is the current one, `VmHWM` the maximum. */
const memoryOf = (name: 'VmRSS' | 'VmHWM'): number => {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const kiB = ['self', ...children].map((process) =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1]),
  );
  return kiB.reduce((sum, one) => sum + one, 0) * 1024;
};

const run = async () => {
  const [kind = '', folder = ''] = process.argv.slice(2);
  const make = MAKERS[kind]!;
  const pictures = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
  // The first picture loads the decoder, which the test does not measure.
  await make(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer(),
  );
  const before = memoryOf('VmRSS');
  const outcomes = await Promise.allSettled(pictures.map(make));
  const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
  process.stdout.write(JSON.stringify({ rise: memoryOf('VmHWM') - before, made }));
};

run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
