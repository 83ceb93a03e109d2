import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  codes: 'next',
  dates: 'snoozedUntil until',
  numbers: `
    added answer attendance begun coming decide due filled first_day hired hiresWanted invite lapsed listed listLoad load needs now number offer
    outcome rebook settle snooze waiting wholeAt`,
  masked: 'body lastMessages',
};
