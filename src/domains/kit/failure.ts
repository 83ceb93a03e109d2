import { ApiError } from '../../lib/http';

export type FailureKind = 'network' | 'denied' | 'notFound' | 'invalid' | 'conflict' | 'limited' | 'unknown';

/** What is kept of a failed call: plain values, so that a replay shows exactly the same. */
export interface Failure {
  kind: FailureKind;
  /** Stable, text `errors.keys.<key>`. */
  key: string;
  requestId: string | null;
  /** HTTP status; 0 without an answer. */
  status: number;
}

const KINDS: Record<number, FailureKind> = {
  0: 'network',
  400: 'invalid',
  401: 'denied',
  403: 'denied',
  404: 'notFound',
  409: 'conflict',
  413: 'invalid',
  415: 'invalid',
  429: 'limited',
};

/** A failure from whatever a call threw; what is not an `ApiError` is unknown. */
export const toFailure = (error: unknown): Failure => {
  if (!(error instanceof ApiError))
    return { kind: 'unknown', key: 'error.unknown_error', requestId: null, status: 500 };
  const { status, key, requestId } = error;
  return { kind: KINDS[status] ?? 'unknown', key, requestId, status };
};

/** True for the failure that asks to sign in again; the session deals with it, lists only wait. */
export const isSignedOut = (failure: Failure): boolean => failure.status === 401;
