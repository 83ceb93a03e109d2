import { ERROR_KEYS, type ErrorKey } from '../../contract/constants/errorKeys';
import type { Challenge } from '../../contract/schemas/challenge';
import type { FieldErrorNode } from '../../contract/schemas/envelope';

interface AppErrorOptions {
  code?: number;
  children?: Record<string, FieldErrorNode>;
  /** Seconds after which it is worth trying again; becomes `Retry-After`. */
  retryAfter?: number;
  /** How much is allowed, where a quota ran out. */
  limit?: number;
  /** Which question it raises, whose text is then `error_text`. Spec 2, point 12. */
  errorType?: string;
  /** Work that the caller is to do first. */
  challenge?: Challenge;
}

/** A failure with a status and a stable key; the error handler makes the one envelope of it. */
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

/** 401: no token, or a dead one. */
export const unauthorized = () => new AppError(401, ERROR_KEYS.unauthorized);

/** 403: the level or the type is too low for the route, or (at login) the account may not sign in. */
export const forbidden = (key: ErrorKey = ERROR_KEYS.forbidden) => new AppError(403, key);

/** 404: absent, or not the caller's; no difference can be seen. */
export const notFound = () => new AppError(404, ERROR_KEYS.notFound);

/** 409: a state forbids it. */
export const conflict = (key: ErrorKey = ERROR_KEYS.conflict) => new AppError(409, key);

/** 400 with one key for each field that is wrong, such as `{email: 'field.email'}`. */
export const invalid = (fields: Record<string, ErrorKey>, key: ErrorKey = ERROR_KEYS.invalid) =>
  new AppError(400, key, {
    children: Object.fromEntries(Object.entries(fields).map(([field, error]) => [field, { errors: [error] }])),
  });

/** 429: come back after so many seconds. */
export const tooManyRequests = (retryAfter: number, key: ErrorKey = ERROR_KEYS.tooManyRequests) =>
  new AppError(429, key, { retryAfter });

/** 429: the same request is answered once it carries the solution of the challenge. */
export const challengeRequired = (challenge: Challenge, retryAfter: number) =>
  new AppError(429, ERROR_KEYS.challengeRequired, { challenge, retryAfter });

/** 429: the quota is used up; come back after so many seconds. */
export const quotaExceeded = (key: ErrorKey, limit: number, retryAfter: number) =>
  new AppError(429, key, { retryAfter, limit });

/** 503: the store or a queue cannot take it now. */
export const unavailable = (retryAfter: number) => new AppError(503, ERROR_KEYS.unavailable, { retryAfter });
