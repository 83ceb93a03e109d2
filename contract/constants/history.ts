/** The audit log actions that the history of an application shows. */
export const HISTORY_ACTIONS = [
  'application.arrived',
  'application.seen',
  'application.shortlisted',
  'application.unshortlisted',
  'application.feedback',
  'application.accepted',
  'application.rejected',
  'application.declined',
  'application.decision_changed',
  'application.reopened',
  'application.told',
  'application.not_told',
  'application.first_day_set',
  'application.first_day_changed',
  'application.first_day_confirmed',
  'application.first_day_recorded',
  'application.cv_exported',
  'application.cv_mailed',
  'application.settled',
  'application.unsettled',
  'application.snoozed',
  'appointment.created',
  'appointment.moved',
  'appointment.status',
  'appointment.attendance',
  'appointment.reset',
  'appointment.feedback',
  'appointment.feedback_removed',
  'worker.commented',
] as const;

export const HISTORY_ACTORS = ['user', 'worker', 'clock', 'operator'] as const;

/** Entries in a response. */
export const HISTORY_PAGE = 50;
