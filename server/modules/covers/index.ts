import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { COVER_BYTES_MAX } from '../../../contract/constants/limits';
import { postJobImage } from '../../../contract/routes/jobs';
import type { Deps } from '../../platform/deps';
import { AppError, notFound } from '../../platform/errors';
import { readAtSpeed, type MinimumSpeed } from '../../platform/http/requestContext';
import { route } from '../../platform/http/route';
import type { AnnouncedUpload } from './repository';
import { admitUpload, announceUpload, beginUpload, createUploadSlots, storeUpload } from './service';

export * from './service';

/** Even a slow phone sends faster than this. A slower upload would block one of the few upload slots. */
const MIN_SPEED: MinimumSpeed = { bytesPerSecond: 16_384, graceSeconds: 5 };
const TYPES = ['image/jpeg', 'image/png'];
const KEY = /^quarantine-[0-9a-f]{32}$/;
const SECONDS = /^\d{1,12}$/;

interface Query {
  e?: unknown;
  s?: unknown;
}
type UploadRequest = FastifyRequest<{ Params: { key: string }; Querystring: Query }>;

/**
 * Compares the headers with the signed values. Throws 415 for another type, 413 for too many bytes and 400 for another
 * length.
 */
const refuseOther = ({ headers }: FastifyRequest, { contentType, contentLength }: AnnouncedUpload): void => {
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (headers['content-type'] !== contentType) throw new AppError(415, ERROR_KEYS.unsupportedMediaType);
  if (length > COVER_BYTES_MAX) throw new AppError(413, ERROR_KEYS.payloadTooLarge);
  if (length !== contentLength) throw new AppError(400, ERROR_KEYS.invalid);
};

/**
 * Registers `PUT /uploads/:key`, which receives the bytes of a cover once, at the address that `POST /job/image`
 * signed. The signature replaces the token. All other checks run before the first byte of the body is read; then the
 * address is used up. Responds 408 when the bytes arrive too slowly.
 */
const registerUploads = (app: FastifyInstance, deps: Deps): void => {
  const announcedUploads = new WeakMap<FastifyRequest, AnnouncedUpload>();
  const slots = createUploadSlots();

  const admit = async (request: UploadRequest, reply: FastifyReply): Promise<void> => {
    const { key } = request.params;
    const { e, s } = request.query;
    void reply.header('cache-control', 'no-store');
    if (!KEY.test(key) || typeof e !== 'string' || !SECONDS.test(e) || typeof s !== 'string') throw notFound();
    const upload = await admitUpload(deps, { key, expires: e, signature: s });
    refuseOther(request, upload);
    slots.acquire(upload, reply);
    await beginUpload(deps, upload);
    announcedUploads.set(request, upload);
  };

  // Only this Fastify scope accepts pictures as a body.
  void app.register(async (scope) => {
    scope.addContentTypeParser(TYPES, (_request: FastifyRequest, body: IncomingMessage) =>
      readAtSpeed(body, COVER_BYTES_MAX, MIN_SPEED),
    );
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 408) void reply.header('connection', 'close');
    });
    scope.put<{ Params: { key: string }; Querystring: Query }>(
      '/uploads/:key',
      { onRequest: admit, bodyLimit: COVER_BYTES_MAX },
      async (request) => {
        const upload = announcedUploads.get(request);
        const { body } = request;
        if (!upload || !Buffer.isBuffer(body) || body.length !== upload.contentLength)
          throw new AppError(400, ERROR_KEYS.invalid);
        await storeUpload(deps, upload, body, request.id);
        return { ok: true, payload: null };
      },
    );
  });
};

/** Registers the routes of the covers of jobs: the announcement of an upload and its bytes. */
export const registerCovers = (app: FastifyInstance, deps: Deps): void => {
  route(app, postJobImage, async (call) => ({ payload: await announceUpload(deps, call, call.body) }));
  registerUploads(app, deps);
};
