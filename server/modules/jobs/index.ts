import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { COVER_BYTES_MAX } from '../../../contract/constants/limits';
import type { Deps } from '../../platform/deps';
import { AppError, notFound, badRequestFirst } from '../../platform/errors';
import { readAtSpeed, type MinimumSpeed } from '../../platform/http/requestContext';
import { admitUpload, beginUpload, storeUpload, createUploadSlots, announceUpload } from './uploadService';
import { type AnnouncedUpload, listPositions } from './uploadRepository';
import * as contract from '../../../contract/routes/jobs';
import type { JobBody } from '../../../contract/schemas/jobForm';
import { ownerScope } from '../../platform/auth/guard';
import { idempotently, type KeepAnswer } from '../../platform/http/idempotency';
import { route } from '../../platform/http/route';
import * as jobs from './service';
import * as lookups from './listService';
import { countByStatus } from './listRepository';

export * from './listRepository';
export * from './repository';
export * from './uploadService';

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

/**
 * Returns the fields that identify a repeated request: not the token that older clients send in place of a branch,
 * which may have changed, and not the picture, which each try uploads again.
 */
const repeatable = ({ targetUser, image, ...rest }: JobBody) => ({
  ...rest,
  targetUser: typeof targetUser === 'number' ? targetUser : null,
  hasImage: image != null,
});

const registerForm = (app: FastifyInstance, deps: jobs.JobsDeps): void => {
  route(app, contract.postJob, async (call) => {
    const { user, body, request } = call;
    const key = request.headers['idempotency-key'];
    const repeatableCall = { userId: user.id, route: contract.postJob.id, key, body: repeatable(body) };
    const create = (keep: KeepAnswer) =>
      badRequestFirst(
        () => jobs.checkBody(deps, call, body),
        () => jobs.createJob(deps, call, body, keep),
      );
    return { payload: await idempotently(deps, repeatableCall, create) };
  });
  route(app, contract.getJob, async (call) => ({ payload: { job: await jobs.getJob(deps, call, call.params.id) } }));
  route(app, contract.putJob, async (call) => ({
    payload: await badRequestFirst(
      () => jobs.checkBody(deps, call, call.body),
      () => jobs.changeJob(deps, call, call.params.id, call.body),
    ),
  }));
  route(app, contract.copyJob, async (call) => ({ payload: { job: await jobs.copyJob(deps, call, call.params.id) } }));
  route(app, contract.postJobImage, async (call) => ({ payload: await announceUpload(deps, call, call.body) }));
};

const registerLookups = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getPositions, async ({ query }) => ({ payload: await listPositions(deps.db, query.q) }));
  route(app, contract.getSpokenLanguages, async ({ language }) => ({
    payload: await lookups.spokenLanguages(deps, language),
  }));
  route(app, contract.getTags, async (call) => ({ payload: await lookups.tags(deps, call) }));
  route(app, contract.postTag, async (call) => ({
    payload: { tag: await lookups.addTag(deps, call, call.body.name) },
  }));
  route(app, contract.getCompanyLocations, async ({ user, query }) => ({
    payload: await lookups.companyLocations(deps, user, query.targetUserId),
  }));
  route(app, contract.postCompanyLocation, async (call) => {
    const location = await lookups.addCompanyLocation(deps, call, call.body);
    return { payload: { id: location.id, location } };
  });
};

/** Registers the routes of jobs: the list and its counts, the form and its options, and cover uploads. */
export const registerJobs = (app: FastifyInstance, deps: jobs.JobsDeps): void => {
  route(app, contract.searchJobs, ({ user, query }) => lookups.searchJobs(deps, user, query));
  route(app, contract.getJobCounts, async ({ user }) => ({ payload: await countByStatus(deps.db, ownerScope(user)) }));
  registerForm(app, deps);
  registerLookups(app, deps);
  registerUploads(app, deps);
};
