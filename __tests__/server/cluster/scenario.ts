import sharp from 'sharp';
import { DEMO_PASSWORD } from '../../support/demo';
import { eventually } from '../../support/eventually';
import { readEvents } from '../../support/eventReader';
import { ask, type Reply } from '../../support/product/product';

/** Origins to call; the client does not know which server answers. */
export interface Origins {
  one: string;
  other: string;
  third: string;
}

const ok = (reply: Reply | null): Reply => {
  if (reply?.status !== 200 && reply?.status !== 202)
    throw new Error(`${reply?.status}: ${JSON.stringify(reply?.body)}`);
  return reply;
};

export const signIn = async (origin: string, name = 'branch'): Promise<string> => {
  const body = { email: `${name}@demo.test`, password: DEMO_PASSWORD };
  return ok(await ask(origin, 'POST', '/api/user/login', { body })).body.payload.access_token as string;
};

/** Uploads a cover to one server and returns the bytes that two others serve. */
export const uploadAndServe = async ({ one, other, third }: Origins, token: string, job: object) => {
  const bytes = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toBuffer();
  const announced = ok(
    await ask(one, 'POST', '/api/job/image', {
      token,
      body: { fileName: 'cover.jpg', contentType: 'image/jpeg', contentLength: bytes.length },
    }),
  ).body.payload as { uploadUrl: string; imageUrl: string };
  const path = announced.uploadUrl.replace(/^https?:\/\/[^/]+/, '');
  ok(await ask(one, 'PUT', path, { body: bytes, headers: { 'content-type': 'image/jpeg' } }));
  const made = ok(await ask(other, 'POST', '/api/job', { token, body: { ...job, image: announced.imageUrl } }));
  const url = (made.body.payload.job.image.url as string).replace(/^https?:\/\/[^/]+/, '');
  return Promise.all([one, other, third].map(async (origin) => ok(await ask(origin, 'GET', url)).file));
};

/** Requests an export at one server, polls it at another and fetches it from a third. */
export const exportAcross = async ({ one, other, third }: Origins, token: string, jobId: number) => {
  const asked = ok(
    await ask(one, 'POST', '/api/job/application/export/excel', { token, body: { query: { jobId }, language: 'en' } }),
  );
  const path = `/api/job/application/export/${asked.body.payload.exportId as string}`;
  await eventually(
    async () => ok(await ask(other, 'GET', path, { token })).body.payload as { state: string },
    ({ state }) => state === 'done',
    60_000,
  );
  return ok(await ask(third, 'GET', `${path}/file`, { token })).file;
};

/** Returns what a stream at one server reports of a message that a worker sends to another. */
export const messageAcross = async (
  { one, other }: Pick<Origins, 'one' | 'other'>,
  token: string,
  { threadId, workerId, key }: { threadId: number; workerId: number; key: string },
) => {
  const events = await readEvents(other, token);
  try {
    await events.next(({ type }) => type === 'ready');
    ok(
      await ask(one, 'POST', `/worker-gateway/threads/${threadId}/messages`, {
        headers: { 'x-gateway-key': key },
        body: { workerId, body: 'Merhaba', client_message_id: 'across' },
      }),
    );
    return await events.next((event) => event.type === 'message' && event.threadId === threadId);
  } finally {
    events.stop();
  }
};
