import { Type, type Static } from 'typebox';
import { BULK_ACTIONS, BULK_IDS_MAX, BULK_MATCHES_MAX, BULK_OUTCOMES, BULK_STATES } from '../constants/bulks';
import { LANGUAGES } from '../constants/options';
import { MESSAGE_MAX } from '../constants/limits';
import { ApplicationSearchQuery } from './applicationSearch';
import { FilledText, Id, Instant, Nullable, OneOf, paging } from './common';
import { declineOptions } from './decisions';

/** Rejects unknown fields, because a misspelt filter would choose other applications than the user meant. */
const STRICT = { additionalProperties: false };

/** Paging and the order do not change which applications match. */
const NOT_IN_BULK = ['limit', 'page', 'before', 'after', 'sort', 'sortedAt'] as const;

/** `body` is the text of the action `message`, the others belong to `decline`. */
const BulkOptions = Type.Object(
  {
    ...declineOptions,
    body: Type.Optional(FilledText(MESSAGE_MAX)),
  },
  STRICT,
);

/** Names the applications by `ids`, or by `query` without the ids of `except`. */
const chosen = {
  action: OneOf(BULK_ACTIONS),
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: BULK_IDS_MAX, uniqueItems: true })),
  query: Type.Optional(Type.Omit(ApplicationSearchQuery, NOT_IN_BULK, STRICT)),
  except: Type.Optional(Type.Array(Id, { maxItems: BULK_IDS_MAX, uniqueItems: true })),
  options: Type.Optional(BulkOptions),
};

export const BulkPreviewBody = Type.Object(chosen);
export type BulkPreviewBody = Static<typeof BulkPreviewBody>;

/** `expected` is the number of matches that the user saw, before anything is left out. */
export const BulkBody = Type.Object(
  { ...chosen, expected: Type.Integer({ minimum: 1, maximum: BULK_MATCHES_MAX }) },
  STRICT,
);
export type BulkBody = Static<typeof BulkBody>;

/** How many applications are left out for one reason, which is a stable key such as `application.has_appointment`. */
const Skip = Type.Object({ key: Type.String(), count: Type.Integer({ minimum: 1 }) });
export type BulkSkip = Static<typeof Skip>;

/** What an action would do. `samples` shows a message as up to three recipients would get it, one per language. */
export const BulkPreview = Type.Object({
  matches: Type.Integer({ minimum: 0 }),
  ready: Type.Integer({ minimum: 0 }),
  skips: Type.Array(Skip),
  /**
   * How many of the `ready` a decline or a message would tell, but cannot, because they have no channel. Servers of
   * the previous release do not send it.
   */
  unreachable: Type.Optional(Type.Integer({ minimum: 0 })),
  samples: Type.Array(
    Type.Object({ applicationId: Id, name: Type.String(), language: OneOf(LANGUAGES), text: Type.String() }),
  ),
});
export type BulkPreview = Static<typeof BulkPreview>;
export const BulkPreviewPayload = Type.Object({ preview: BulkPreview });

export const BulkId = Type.String({ pattern: '^[0-9a-f]{32}$' });
const Count = Type.Integer({ minimum: 0 });

/** A bulk action with its progress. `undoOf` names the action that it reverts, `undoneBy` the one that reverts it. */
export const Bulk = Type.Object({
  id: BulkId,
  action: OneOf(BULK_ACTIONS),
  /** The job of the query; null for applications of several jobs. */
  job: Nullable(Type.Object({ id: Id, title: Type.String() })),
  /** The name of the account that started it. */
  by: Type.String(),
  state: OneOf(BULK_STATES),
  total: Count,
  done: Count,
  skipped: Count,
  failed: Count,
  skips: Type.Array(Skip),
  undoOf: Nullable(BulkId),
  undoneBy: Nullable(BulkId),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
  /**
   * Seconds until the last message is sent, in which an undo recalls it; null when none waits. Servers of the previous
   * release do not send it.
   */
  recallSeconds: Type.Optional(Nullable(Count)),
});
export type Bulk = Static<typeof Bulk>;
export const BulkPayload = Type.Object({ bulk: Bulk });
export const Bulks = Type.Array(Bulk);

export const BulkItemsQuery = Type.Object({
  outcome: Type.Optional(OneOf(BULK_OUTCOMES)),
  ...paging(1),
});
export type BulkItemsQuery = Static<typeof BulkItemsQuery>;
/** One application of a bulk action. `outcome` is null until it is handled; `key` says why it was left out. */
export const BulkItem = Type.Object({
  applicationId: Id,
  jobId: Id,
  name: Type.String(),
  outcome: Nullable(OneOf(BULK_OUTCOMES)),
  key: Nullable(Type.String()),
});
export type BulkItem = Static<typeof BulkItem>;
export const BulkItems = Type.Array(BulkItem);
