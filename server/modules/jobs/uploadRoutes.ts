import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { COVER_BYTES_MAX } from '../../../contract/constants/limits';
import type { Deps } from '../../platform/deps';
import { AppError, notFound, unavailable } from '../../platform/errors';
import { admitUpload, storeUpload } from './uploads';
import type { AnnouncedUpload } from './uploadsRepository';

/** Uploads that one server takes in at a time: each holds its bytes in memory. */
const RECEIVING_MAX = 8;
const RETRY_SECONDS = 2;
const TYPES = ['image/jpeg', 'image/png'];
const KEY = /^quarantine-[0-9a-f]{32}$/;
const SECONDS = /^\d{1,12}$/;

interface Query {
  e?: unknown;
  s?: unknown;
}
type UploadRequest = FastifyRequest<{ Params: { key: string }; Querystring: Query }>;

/** What the address was signed for is what comes: 415 for another type, 413 for too much, 400 for another length. */
const refuseOther = ({ headers }: FastifyRequest, { contentType, contentLength }: AnnouncedUpload): void => {
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (headers['content-type'] !== contentType) throw new AppError(415, ERROR_KEYS.unsupportedMediaType);
  if (length > COVER_BYTES_MAX) throw new AppError(413, ERROR_KEYS.payloadTooLarge);
  if (length !== contentLength) throw new AppError(400, ERROR_KEYS.invalid);
};

/**
 * `PUT /uploads/:key`: the bytes of a cover, once, to the address that `POST /job/image` signed. The signature stands for
 * the user: no token is asked for. Everything that can be refused is, before a byte of the body is read.
 */
export const registerUploads = (app: FastifyInstance, deps: Deps): void => {
  const admitted = new WeakMap<FastifyRequest, AnnouncedUpload>();
  let receiving = 0;

  const hold = (reply: FastifyReply): void => {
    if (receiving >= RECEIVING_MAX) throw unavailable(RETRY_SECONDS);
    receiving += 1;
    let isHeld = true;
    const release = () => {
      if (isHeld) receiving -= 1;
      isHeld = false;
    };
    reply.raw.once('finish', release);
    reply.raw.once('close', release);
  };

  const admit = async (request: UploadRequest, reply: FastifyReply): Promise<void> => {
    const { key } = request.params;
    const { e, s } = request.query;
    void reply.header('cache-control', 'no-store');
    if (!KEY.test(key) || typeof e !== 'string' || !SECONDS.test(e) || typeof s !== 'string') throw notFound();
    const upload = await admitUpload(deps, { key, expires: e, signature: s });
    refuseOther(request, upload);
    hold(reply);
    admitted.set(request, upload);
  };

  // A scope of its own: nowhere else are pictures a body.
  void app.register(async (scope) => {
    scope.addContentTypeParser(TYPES, { parseAs: 'buffer', bodyLimit: COVER_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    );
    scope.put<{ Params: { key: string }; Querystring: Query }>(
      '/uploads/:key',
      { onRequest: admit, bodyLimit: COVER_BYTES_MAX },
      async (request) => {
        const upload = admitted.get(request);
        const { body } = request;
        if (!upload || !Buffer.isBuffer(body) || body.length !== upload.contentLength)
          throw new AppError(400, ERROR_KEYS.invalid);
        await storeUpload(deps, upload, body, request.id);
        return { ok: true, payload: null };
      },
    );
  });
};
