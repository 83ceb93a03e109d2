/** Milliseconds. A day of the calendar is an hour shorter or longer where the clocks change. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
