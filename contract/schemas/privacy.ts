import { Type, type Static } from 'typebox';
import {
  CONFIRM_NAME_MAX,
  HOLD_NOTE_MAX,
  PRIVACY_REQUEST_KINDS,
  PRIVACY_REQUEST_STATES,
  RETENTION_MONTHS,
} from '../constants/privacy';
import { FilledText, Id, Instant, Nullable, OneOf, paging } from './common';

/** How many people are made anonymous within seven days, for each choice of months. `from` delays the first ones. */
export const Retention = Type.Object({
  from: Nullable(Instant),
  due: Type.Array(Type.Object({ months: OneOf(RETENTION_MONTHS), people: Type.Integer({ minimum: 0 }) })),
});
export type Retention = Static<typeof Retention>;
/** The choice of months that the list of due people is for. */
export const DueListBody = Type.Object({ months: OneOf(RETENTION_MONTHS) });
export const RetentionPayload = Type.Object({ retention: Retention });

/** A person about whom the organisation stores data. */
const Held = {
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  imageUrl: Nullable(Type.String()),
};
const NewestApplication = Nullable(Type.Object({ id: Id, jobId: Id, jobTitle: Type.String() }));

/** What a worker asked for. `application` is the newest one of the worker. */
export const PrivacyRequest = Type.Object({
  id: Id,
  kind: OneOf(PRIVACY_REQUEST_KINDS),
  state: OneOf(PRIVACY_REQUEST_STATES),
  worker: Type.Object({
    ...Held,
    isOnHold: Type.Boolean(),
    /** Present for somebody whose data were erased. */
    isErased: Type.Optional(Type.Literal(true)),
  }),
  application: NewestApplication,
  /** True when the worker gets a text message about the answer. Servers of the previous release do not send it. */
  isReachable: Type.Optional(Type.Boolean()),
  createdAt: Instant,
  dueAt: Instant,
  closedAt: Nullable(Instant),
});
export type PrivacyRequest = Static<typeof PrivacyRequest>;
export const PrivacyRequests = Type.Array(PrivacyRequest);
export const PrivacyRequestsQuery = Type.Object({
  state: Type.Optional(OneOf(PRIVACY_REQUEST_STATES)),
  ...paging(0),
});
export type PrivacyRequestsQuery = Static<typeof PrivacyRequestsQuery>;

/** An answered request for data. */
export const AnsweredPayload = Type.Object({ request: Type.Object({ closedAt: Instant }) });

/** Data that must not be erased: who decided so, and why. Older holds have no note. */
export const Hold = Type.Object({
  worker: Type.Object(Held),
  application: NewestApplication,
  heldBy: Type.String(),
  note: Nullable(Type.String()),
  createdAt: Instant,
});
export type Hold = Static<typeof Hold>;
export const Holds = Type.Array(Hold);
export const HoldsQuery = Type.Object({
  workerId: Type.Optional(Id),
  ...paging(0),
});
export type HoldsQuery = Static<typeof HoldsQuery>;

export const EraseBody = Type.Object({ confirmName: FilledText(CONFIRM_NAME_MAX) });
export const ErasurePayload = Type.Object({ erasure: Type.Object({ erasedAt: Instant }) });
export type Erasure = Static<typeof ErasurePayload>['erasure'];

export const HoldBody = Type.Object({
  isOnHold: Type.Boolean(),
  note: Type.Optional(FilledText(HOLD_NOTE_MAX)),
});
export const HoldPayload = Type.Object({ isOnHold: Type.Boolean() });

/** The organisations that erased the worker with this call. */
export const GatewayErasurePayload = Type.Object({ organisations: Type.Integer({ minimum: 0 }) });
