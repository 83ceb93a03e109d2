import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import { ApplicationRow } from '../../../contract/schemas/applications';
import type { ErrorBody } from '../../../contract/schemas/envelope';
import type { Deps } from '../deps';
import { AppError, unavailable } from '../errors';
import { negotiateLanguage } from '../messages';
import { headersOf } from './headers';
import { serialiserOf } from './validation';

/** Seconds after which a retry makes sense while PostgreSQL is unavailable. */
const STORE_RETRY_SECONDS = 5;

// Failures of Fastify itself before a handler runs, and of conditional and range requests of files, by HTTP status.
const KEYS_BY_STATUS: Record<number, ErrorKey> = {
  400: ERROR_KEYS.invalid,
  404: ERROR_KEYS.notFound,
  412: ERROR_KEYS.invalid,
  413: ERROR_KEYS.payloadTooLarge,
  414: ERROR_KEYS.payloadTooLarge,
  415: ERROR_KEYS.unsupportedMediaType,
  416: ERROR_KEYS.invalid,
};

// PostgreSQL's error classes 08 (connection), 40 (transaction rolled back), 53 (resources) and 57 (operator
// intervention), and the error codes of sockets.
const STORE_IS_AWAY = /^(08...|40...|53...|57...|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;
const POOL_IS_FULL = /timeout exceeded when trying to connect|Connection terminated|not queryable/;

/** Returns whether PostgreSQL was unavailable or rolled the transaction back, so that a retry makes sense. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof Error &&
  (STORE_IS_AWAY.test('code' in error ? String(error.code) : '') || POOL_IS_FULL.test(error.message));

const QUERY_CANCELED = '57014';

/** Like `isStoreAway`, but false for a statement that timed out, because other statements may still succeed. */
export const isStoreDown = (error: unknown): boolean =>
  isStoreAway(error) && !(error instanceof Error && 'code' in error && error.code === QUERY_CANCELED);

/** Returns the known failure behind an error, or null for an unexpected one. */
export const asAppError = (error: FastifyError | AppError): AppError | null => {
  if (error instanceof AppError) return error;
  const key = KEYS_BY_STATUS[error.statusCode ?? 0];
  if (key !== undefined) return new AppError(error.statusCode!, key);
  return isStoreAway(error) ? unavailable(STORE_RETRY_SECONDS) : null;
};

/** Serialises only the fields of a row that the contract names, as in a success. */
const serialiseRow = serialiserOf(ApplicationRow);

/** Sends the envelope of a failure, including failures before a route is found, when no hook has run. */
export const failure = (
  { messages, settings }: Pick<Deps, 'messages' | 'settings'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, key, options }: AppError,
) => {
  const language = negotiateLanguage(request.headers['accept-language']);
  const { limit, retryAfter } = options;
  const quota = limit !== undefined && retryAfter !== undefined ? { limit, retryAfter } : undefined;
  const message = quota
    ? messages.ofQuota(key, language, { limit: quota.limit, seconds: quota.retryAfter })
    : messages.ofKey(key, language);
  const body: ErrorBody = {
    ok: false,
    key,
    message,
    requestId: request.id,
    ...(options.code !== undefined && { code: options.code }),
    ...(options.children && { errors: { children: options.children } }),
    ...(options.errorType !== undefined && { error_type: options.errorType, error_text: message }),
    ...(options.challenge && { challenge: options.challenge }),
    ...(options.appointment && { appointment: options.appointment }),
    ...(options.application && { application: JSON.parse(serialiseRow(options.application)) as ApplicationRow }),
    ...(options.matches !== undefined && { matches: options.matches }),
    ...(quota && { quota }),
    ...(key === ERROR_KEYS.unknown && { translate_key: key }),
  };
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  // A failure before its route ran no hook, so the headers are set here. They replace the caching headers of a page or
  // a file.
  void reply.headers({ ...headersOf(settings), 'cache-control': 'no-store', 'x-request-id': request.id });
  // A string bypasses the route's response schema, which describes only success.
  return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
};

/**
 * Turns every failure into the envelope: a known one is logged as a warning, an unknown one becomes a bare 500 and is
 * logged in full.
 */
export const addErrorHandler = (app: FastifyInstance, deps: Pick<Deps, 'messages' | 'settings'>): void => {
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const known = asAppError(error);
    if (known && known.status < 500) request.log.warn({ key: known.key, status: known.status }, 'refused');
    else request.log.error({ err: error }, 'failed');
    return failure(deps, request, reply, known ?? new AppError(500, ERROR_KEYS.unknown));
  });

  app.setNotFoundHandler((request, reply) => failure(deps, request, reply, new AppError(404, ERROR_KEYS.notFound)));
};
