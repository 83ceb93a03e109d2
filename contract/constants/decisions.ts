/** Why an application was declined. One flat list, because in nested lists most people choose "other". */
export const DECLINE_REASONS = [
  'position_filled',
  'too_far',
  'hours',
  'experience',
  'documents',
  'no_answer',
  'did_not_come',
  'could_not_arrange',
  'duplicate',
  'spam',
  'other',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** The only reasons that allow never telling the applicant. */
export const UNTOLD_REASONS = ['duplicate', 'spam'] as const satisfies readonly DeclineReason[];

/** When to notify the applicant: after the organisation's delay, at once or never. */
export const DECISION_NOTICES = ['default', 'now', 'never'] as const;
export type DecisionNotice = (typeof DECISION_NOTICES)[number];

/** How an applicant is notified: by the product that they use, by text message, or not at all. */
export const REACHES = ['product', 'sms', 'none'] as const;
export type Reach = (typeof REACHES)[number];

/** The lists of rejected applications: declined by the organisation, or withdrawn by the worker. */
export const DECISION_FILTERS = ['declined', 'withdrawn'] as const;
export type DecisionFilter = (typeof DECISION_FILTERS)[number];

/** Lengths of the note that the reason "other" requires, in characters. */
export const DECLINE_NOTE_MIN = 3;
export const DECLINE_NOTE_MAX = 200;

/** Limits of an organisation's delay before a declined applicant is told, and its default, in minutes. */
export const DECISION_NOTICE_MINUTES_MAX = 10_080;
export const DECISION_NOTICE_MINUTES_DEFAULT = 120;

/** The night in the marketplace's zone, from 22:00 to 08:00, in which no message should wake a worker. */
export const NIGHT_BEGINS = 22;
export const NIGHT_ENDS = 8;

/** The orders of the application list. */
export const APPLICATION_SORTS = ['newest', 'score', 'deadline'] as const;
export type ApplicationSort = (typeof APPLICATION_SORTS)[number];
