import type { ApplicationRow } from '../../contract/schemas/applications';
import type { FirstDay } from '../../contract/schemas/firstDay';
import { anApplication } from './builders';

export const aFirstDay = (given: Partial<FirstDay> = {}): FirstDay => ({
  startsAt: '2026-11-24 09:00:00',
  place: 'Moda 5',
  askFor: null,
  bring: null,
  confirmedAt: null,
  started: null,
  recordedAt: null,
  ...given,
});

/** Returns the row of somebody who accepted the offer; null is one without a first day. */
export const hiredRow = (firstDay: Partial<FirstDay> | null = {}): ApplicationRow =>
  anApplication({
    status: 'accepted',
    isShortListed: true,
    isApplicantAcceptTheOffer: true,
    firstDay: firstDay && aFirstDay(firstDay),
  });
