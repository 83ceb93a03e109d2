import { ERROR_KEYS, type ErrorKey } from '../../contract/constants/errorKeys';
import type { Challenge } from '../../contract/schemas/challenge';
import type { ErrorBody, FieldErrorNode } from '../../contract/schemas/envelope';

export type LimitOwner = 'phone' | 'page' | 'country' | 'network' | 'trap';

interface AppErrorOptions {
  code?: number;
  children?: Record<string, FieldErrorNode>;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number;
  /** The allowed amount when a quota is used up. */
  limit?: number;
  /** The question that the failure raises; the wire sends its text as `error_text` (docs/PRODUCT.md#message-check). */
  errorType?: string;
  /** Work that the caller must do first. */
  challenge?: Challenge;
  /** Whose limit was reached, for pages that tell people. */
  limitOf?: LimitOwner;
  /** The open appointment that forbids the change. */
  appointment?: ErrorBody['appointment'];
  /** The number of matches now. */
  matches?: number;
  /** The application that a colleague declined, and its row for the answer. */
  declinedId?: number;
  application?: ErrorBody['application'];
}

/** A failure with a status and a stable key; the error handler turns it into the envelope. */
export class AppError extends Error {
  readonly status: number;
  readonly key: ErrorKey;
  readonly options: AppErrorOptions;

  constructor(status: number, key: ErrorKey, options: AppErrorOptions = {}) {
    super(key);
    this.name = 'AppError';
    this.status = status;
    this.key = key;
    this.options = options;
  }
}

/** Returns a function that adds the owner of the limit to a refusal and rethrows it. */
export const limitedBy =
  (limitOf: LimitOwner) =>
  (error: unknown): never => {
    if (error instanceof AppError) error.options.limitOf = limitOf;
    throw error;
  };

/** 401: no token or a dead one. */
export const unauthorized = () => new AppError(401, ERROR_KEYS.unauthorized);

/** 403: the level or the type is too low for the route, or (at login) the account may not sign in. */
export const forbidden = (key: ErrorKey = ERROR_KEYS.forbidden) => new AppError(403, key);

/** 404: absent, or owned by another organisation; both look the same. */
export const notFound = () => new AppError(404, ERROR_KEYS.notFound);

/**
 * Runs `work`. When it throws a 404, first runs `check`, because a 400 that does not depend on the named row comes
 * before a 404 (docs/API.md#order-of-answers).
 */
export const badRequestFirst = async <T>(check: () => unknown, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status === 404) await check();
    throw error;
  }
};

/** 409: the current state forbids it. */
export const conflict = (
  key: ErrorKey = ERROR_KEYS.conflict,
  options: Pick<AppErrorOptions, 'appointment' | 'matches'> = {},
) => new AppError(409, key, options);

/** 409: a colleague declined the application. */
export const declinedMeanwhile = (declinedId: number) =>
  new AppError(409, ERROR_KEYS.applicationDeclined, { declinedId });

/** 400 with one key for each field that is wrong, such as `{email: 'field.email'}`. */
export const invalid = (fields: Record<string, ErrorKey>, key: ErrorKey = ERROR_KEYS.invalid) =>
  new AppError(400, key, {
    children: Object.fromEntries(Object.entries(fields).map(([field, error]) => [field, { errors: [error] }])),
  });

/** 429: retry after so many seconds. */
export const tooManyRequests = (retryAfter: number, key: ErrorKey = ERROR_KEYS.tooManyRequests) =>
  new AppError(429, key, { retryAfter });

/** 429: the request succeeds once it carries the solution of the challenge. */
export const challengeRequired = (challenge: Challenge, retryAfter: number) =>
  new AppError(429, ERROR_KEYS.challengeRequired, { challenge, retryAfter });

/** 429: the quota is used up; retry after so many seconds. */
export const quotaExceeded = (key: ErrorKey, limit: number, retryAfter: number) =>
  new AppError(429, key, { retryAfter, limit });

/** 503: PostgreSQL or a queue cannot take the request now. */
export const unavailable = (retryAfter: number) => new AppError(503, ERROR_KEYS.unavailable, { retryAfter });

/** The reason why the product cannot start: one line with the problem and the remedy. */
export class StartError extends Error {}

/**
 * Formats an unexpected failure for the terminal: the error and its origin. Errors with a code are shown without their
 * message, because PostgreSQL's can contain values of rows.
 */
export const describeFailure = (failure: unknown): string => {
  if (!(failure instanceof Error)) return `a ${typeof failure} was thrown`;
  const { name, message, stack, code, syscall } = failure as NodeJS.ErrnoException;
  // Messages of the operating system, such as EACCES for a file, contain no row values.
  const shown = code === undefined || syscall !== undefined ? message : '';
  const head = [name, code, shown].filter(Boolean).join(' ');
  const places = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [head, ...places].join('\n');
};

/** Returns why a request got no response, as a code without an address: ECONNREFUSED, TimeoutError … */
export const fetchFailure = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'failed';
};
