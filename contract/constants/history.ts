/** What the history of an application tells: actions of the audit log. */
export const HISTORY_ACTIONS = [
  'application.arrived',
  'application.seen',
  'application.shortlisted',
  'application.unshortlisted',
  'application.feedback',
  'application.accepted',
  'application.rejected',
  'application.cv_exported',
  'application.cv_mailed',
  'appointment.created',
  'appointment.status',
  'appointment.reset',
  'appointment.feedback',
  'worker.commented',
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** Who did it. */
export const HISTORY_ACTORS = ['user', 'worker', 'clock', 'operator'] as const;

/** Entries of one answer. */
export const HISTORY_PAGE = 50;
