import { Type, type Static, type TSchema } from 'typebox';
import { REACHES } from '../constants/decisions';
import { ApplicationRow } from './applications';
import { Challenge } from './challenge';
import { Id, OneOf, WallTime } from './common';

/** Returns the schema of a success: `{ok: true, payload, total?, page?, limit?}`. `page` counts from 1. */
export const envelope = <T extends TSchema>(payload: T) =>
  Type.Object({
    ok: Type.Literal(true),
    payload,
    total: Type.Optional(Type.Integer({ minimum: 0 })),
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 0 })),
  });

/** The payload of a call that returns no data. */
export const NoPayload = Type.Null();

const errorNode = (depth: number): TSchema =>
  Type.Object({
    errors: Type.Optional(Type.Array(Type.String())),
    children: Type.Optional(Type.Record(Type.String(), depth > 0 ? errorNode(depth - 1) : Type.Unknown())),
  });

/** Errors of single fields, nested like the body (no body of the contract is deeper than four). */
export const FieldErrors = errorNode(4);
export interface FieldErrorNode {
  errors?: string[];
  children?: Record<string, FieldErrorNode>;
}

/** The body of every failure. `key` is stable, `message` is in the request's language. */
export const ErrorBody = Type.Object({
  ok: Type.Literal(false),
  key: Type.String(),
  message: Type.String(),
  requestId: Type.String(),
  code: Type.Optional(Type.Integer()),
  translate_key: Type.Optional(Type.String()),
  errors: Type.Optional(FieldErrors),
  error_type: Type.Optional(Type.String()),
  error_text: Type.Optional(Type.String()),
  /** Comes with the key `challenge.required`. The client sends the same request again with the solution as `solved`. */
  challenge: Type.Optional(Challenge),
  /** Comes with the key `application.has_appointment`; `reach`: how the worker would be notified of a cancellation. */
  appointment: Type.Optional(Type.Object({ id: Id, startAt: WallTime, reach: Type.Optional(OneOf(REACHES)) })),
  /** Comes with the key `application.declined`: the row now, whose decision says who declined it. */
  application: Type.Optional(ApplicationRow),
  /** Comes with the key `bulk.set_changed`: the number of matches now. */
  matches: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The limit of a used-up quota, and the seconds until the next request can succeed. */
  quota: Type.Optional(Type.Object({ limit: Type.Integer({ minimum: 0 }), retryAfter: Type.Integer({ minimum: 1 }) })),
});
export type ErrorBody = Omit<Static<typeof ErrorBody>, 'errors'> & { errors?: FieldErrorNode };
