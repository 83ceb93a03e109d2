import { REACHES, type Reach } from '../../../contract/constants/decisions';
import type { FieldErrorNode } from '../../../contract/schemas/envelope';
import { ApiError } from '../../lib/http';

type FailureKind = 'network' | 'denied' | 'notFound' | 'invalid' | 'conflict' | 'limited' | 'unknown';

/** The stored part of a failed call: plain values, so that a replay shows the same error. */
export interface Failure {
  kind: FailureKind;
  /** A stable key; its text is `errors.keys.<key>`. */
  key: string;
  requestId: string | null;
  /** HTTP status; 0 without a response. */
  status: number;
  /** Seconds before the next try; only after a rate limit. */
  retryAfter?: number;
  /** The first error key of each field, by path (`shifts.0.offTime`). */
  fields?: Record<string, string>;
  /** The limit of an exhausted quota, and the seconds until it allows more. */
  quota?: { limit: number; retryAfter: number };
  /**
   * The open appointment that forbids the change; `startAt` is a wall time of the marketplace, `reach` how the worker
   * would be told of a cancellation. A server of the previous release does not send `reach`.
   */
  appointment?: { id: number; startAt: string; reach?: Reach };
  /** The number of matches now; only when a bulk action's list has changed. */
  matches?: number;
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

const fieldsOf = (children: Record<string, FieldErrorNode>, above = ''): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(children).map(([name, node]) => ({
      ...(node.errors?.[0] !== undefined && { [above + name]: node.errors[0] }),
      ...(node.children && fieldsOf(node.children, `${above}${name}.`)),
    })),
  ) as Record<string, string>;

const quotaOf = (payload: unknown): Failure['quota'] => {
  const { quota } = (payload ?? {}) as { quota?: { limit?: unknown; retryAfter?: unknown } };
  const { limit, retryAfter } = quota ?? {};
  return typeof limit === 'number' && typeof retryAfter === 'number' ? { limit, retryAfter } : undefined;
};

const matchesOf = (payload: unknown): number | undefined => {
  const { matches } = (payload ?? {}) as { matches?: unknown };
  return typeof matches === 'number' ? matches : undefined;
};

const appointmentOf = (payload: unknown): Failure['appointment'] => {
  const { appointment } = (payload ?? {}) as { appointment?: { id?: unknown; startAt?: unknown; reach?: unknown } };
  const { id, startAt } = appointment ?? {};
  if (typeof id !== 'number' || typeof startAt !== 'string') return undefined;
  const reach = REACHES.find((one) => one === appointment?.reach);
  return { id, startAt, ...(reach && { reach }) };
};

/** Returns the failure for anything that a call threw; an error other than `ApiError` is unknown. */
export const toFailure = (error: unknown): Failure => {
  if (!(error instanceof ApiError))
    return { kind: 'unknown', key: 'error.unknown_error', requestId: null, status: 500 };
  const { status, key, requestId, retryAfter } = error;
  const fields = fieldsOf(error.children);
  const kind = KINDS[status] ?? ('unknown' as const);
  const isLimited = kind === 'limited' && retryAfter !== null;
  const quota = quotaOf(error.payload);
  const appointment = appointmentOf(error.payload);
  const matches = matchesOf(error.payload);
  const failure: Failure = {
    kind,
    key,
    requestId,
    status,
    ...(isLimited && { retryAfter }),
    ...(quota && { quota }),
    ...(appointment && { appointment }),
    ...(matches !== undefined && { matches }),
  };
  return Object.keys(fields).length > 0 ? { ...failure, fields } : failure;
};

/** Returns the part of a failure that a notice shows. */
export const causeOf = ({ kind, key }: Failure): Pick<Failure, 'kind' | 'key'> => ({ kind, key });

/** True for a 401. The session dialog handles it; lists only wait. */
export const isSignedOut = (failure: Failure): boolean => failure.status === 401;

/** Resolves also when the server says that the removed thing is already gone. */
export const orGone = (removal: Promise<unknown>): Promise<unknown> =>
  removal.catch((error: unknown) => {
    if (toFailure(error).kind !== 'notFound') throw error;
  });
