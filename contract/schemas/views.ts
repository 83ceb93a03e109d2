import { Type, type Static } from 'typebox';
import { VIEW_NAME_MAX } from '../constants/views';
import { ApplicationSearchQuery } from './applicationSearch';
import { FilledText, Id } from './common';

/** Rejects unknown fields, because a view with a misspelt filter would show more than the user meant. */
const STRICT = { additionalProperties: false };

/**
 * The query of GET /search/application/all without paging, and without `q`, which is mostly a person's name and must be
 * neither stored nor shared.
 */
export const ViewQuery = Type.Omit(
  ApplicationSearchQuery,
  ['limit', 'page', 'before', 'after', 'sortedAt', 'q'] as const,
  STRICT,
);
export type ViewQuery = Static<typeof ViewQuery>;

/** Filters and order of the applications list under a name. */
export const SavedView = Type.Object({
  id: Id,
  name: Type.String(),
  /** The whole organisation sees it; a branch only if it names neither another branch nor another branch's job. */
  isShared: Type.Boolean(),
  isOwn: Type.Boolean(),
  /** The caller may change and delete it: its owner, and HR and root if it is shared. */
  canChange: Type.Boolean(),
  query: ViewQuery,
  /** The query names a job that was deleted or that the caller can no longer see. */
  isJobGone: Type.Boolean(),
  version: Type.Integer({ minimum: 1 }),
});
export type SavedView = Static<typeof SavedView>;

export const ViewPayload = Type.Object({ view: SavedView });
/** The caller's own views come first. */
export const ViewsPayload = Type.Object({ views: Type.Array(SavedView) });

const Name = FilledText(VIEW_NAME_MAX);
/** Only HR and root may share views. */
const isShared = Type.Optional(Type.Boolean());

export const ViewBody = Type.Object({ name: Name, isShared, query: ViewQuery }, STRICT);
export type ViewBody = Static<typeof ViewBody>;

/** `version` is the one that the user saw. Fields that are absent stay. Only the owner changes `isShared`. */
export const ViewChangeBody = Type.Object(
  {
    version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    name: Type.Optional(Name),
    isShared,
    query: Type.Optional(ViewQuery),
    /** Moves the view to the front. */
    isFirst: Type.Optional(Type.Literal(true)),
  },
  STRICT,
);
export type ViewChangeBody = Static<typeof ViewChangeBody>;
