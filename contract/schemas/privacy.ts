import { Type, type Static } from 'typebox';
import {
  CONFIRM_NAME_MAX,
  PRIVACY_REQUEST_KINDS,
  PRIVACY_REQUEST_STATES,
  RETENTION_MONTHS,
} from '../constants/privacy';
import { PAGE_LIMIT_MAX, PAGE_MAX } from '../constants/limits';
import { FilledText, Id, Instant, Nullable, OneOf } from './common';

/** How many people are made anonymous within seven days, for each choice of months. `from` delays the first ones. */
export const Retention = Type.Object({
  from: Nullable(Instant),
  due: Type.Array(Type.Object({ months: OneOf(RETENTION_MONTHS), people: Type.Integer({ minimum: 0 }) })),
});
export type Retention = Static<typeof Retention>;
export const RetentionPayload = Type.Object({ retention: Retention });

/** What a worker asked for. `application` is the newest one of the worker. */
export const PrivacyRequest = Type.Object({
  id: Id,
  kind: OneOf(PRIVACY_REQUEST_KINDS),
  state: OneOf(PRIVACY_REQUEST_STATES),
  worker: Type.Object({
    id: Id,
    firstName: Type.String(),
    lastName: Type.String(),
    imageUrl: Nullable(Type.String()),
    isOnHold: Type.Boolean(),
  }),
  application: Nullable(Type.Object({ id: Id, jobId: Id, jobTitle: Type.String() })),
  createdAt: Instant,
  dueAt: Instant,
  closedAt: Nullable(Instant),
});
export type PrivacyRequest = Static<typeof PrivacyRequest>;
export const PrivacyRequests = Type.Array(PrivacyRequest);
export const PrivacyRequestsQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_LIMIT_MAX })),
});
export type PrivacyRequestsQuery = Static<typeof PrivacyRequestsQuery>;

export const EraseBody = Type.Object({ confirmName: FilledText(CONFIRM_NAME_MAX) });
export const ErasurePayload = Type.Object({ erasure: Type.Object({ erasedAt: Instant }) });
export type Erasure = Static<typeof ErasurePayload>['erasure'];

export const HoldBody = Type.Object({ isOnHold: Type.Boolean() });
export const HoldPayload = Type.Object({ isOnHold: Type.Boolean() });

/** The organisations that erased the worker with this call. */
export const GatewayErasurePayload = Type.Object({ organisations: Type.Integer({ minimum: 0 }) });
