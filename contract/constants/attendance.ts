/**
 * A worker's answers to an accepted appointment. `cannot` cancels it. `other_time` asks for another time and keeps the
 * status; it can also answer an invitation.
 */
export const ATTENDANCES = ['coming', 'late', 'cannot', 'other_time'] as const;
export type Attendance = (typeof ATTENDANCES)[number];

/** How many minutes late a worker can say they will be. */
export const LATE_MINUTES = [10, 20, 30] as const;

/** Longest text with an answer, and longest reply on the worker's page, in characters. */
export const ATTENDANCE_TEXT_MAX = 300;
export const WORKER_REPLY_MAX = 500;

/** Minutes after the end of an appointment during which its worker can still answer. */
export const ATTENDANCE_MINUTES = 60;

/** An accepted appointment without an answer counts as silent from this many hours before its start. */
export const SILENT_HOURS = 2;

/** Reminders of an unanswered invitation, of an accepted appointment, and of a first day. */
export const REMINDER_KINDS = ['invitation', 'day_before', 'soon', 'first_day_evening', 'first_day_soon'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** Days after the end of an application for which the worker's link still works. */
export const WORKER_LINK_DAYS = 30;

/** Longest place, contact and list of things to bring of a first day, in characters. */
export const FIRST_DAY_PLACE_MAX = 255;
export const FIRST_DAY_ASK_FOR_MAX = 100;
export const FIRST_DAY_BRING_MAX = 300;
/** Minutes for which the record of whether a worker started can be changed. */
export const FIRST_DAY_UNDO_MINUTES = 15;

/** Days before and after today that a calendar feed covers. */
export const FEED_DAYS_BACK = 30;
export const FEED_DAYS_AHEAD = 60;
