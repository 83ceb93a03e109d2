import type { FirstDay } from '../../../contract/schemas/firstDay';
import { wallTime } from '../../../contract/zone';
import type { StoredFirstDay } from './rules';

export const presentFirstDay = (
  { startsAt, confirmedAt, recordedAt, ...others }: StoredFirstDay,
  timeZone: string,
): FirstDay => ({
  ...others,
  startsAt: wallTime(startsAt, timeZone),
  confirmedAt: confirmedAt?.toISOString() ?? null,
  recordedAt: recordedAt?.toISOString() ?? null,
});
