export const BULK_ACTIONS = ['shortlist', 'unshortlist', 'decline', 'reopen', 'message'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const BULK_STATES = ['queued', 'running', 'done', 'failed'] as const;

export const BULK_OUTCOMES = ['done', 'skipped', 'failed'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** Most applications that one call can name, and that a query without a job may match. */
export const BULK_IDS_MAX = 500;
/** Most applications that the query of a job may match. */
export const BULK_MATCHES_MAX = 20_000;
/** With at most this many items, the first response already contains the result. */
export const BULK_DIRECT_MAX = 50;
/** Most bulk actions of one user: at the same time, and in an hour. */
export const BULKS_RUNNING_MAX = 2;
export const BULKS_HOURLY_MAX = 20;
/** Most recipients of one bulk message, and of all bulk messages of an organisation in a day. */
export const BULK_MESSAGES_MAX = 500;
export const BULK_MESSAGES_DAILY_MAX = 2_000;
/** Days for which a bulk action and its results are kept, and can be undone. */
export const BULK_DAYS = 30;
/** The largest fraction by which the number of matches may differ from the expected one. */
export const BULK_EXPECTED_TOLERANCE = 0.02;
