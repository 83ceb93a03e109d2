import { memo } from 'react';
import { ANSWER_HOURS } from '../../../contract/constants/limits';
import { remainingMs } from '../../domains/applications';
import { readSettings } from '../../lib/settings';
import { TimeRing } from '../../ui/TimeRing';
import { useNow } from '../../ui/ticker';

const TOTAL = ANSWER_HOURS * 3_600_000;

interface TimeLeftProps {
  createdAt: string;
  holidays: readonly string[];
}

/** The working time that is left to answer an application, each second; nothing once it has run out. */
export const TimeLeft = memo(({ createdAt, holidays }: TimeLeftProps) => {
  const { timeZone } = readSettings();
  const remaining = remainingMs({ createdAt, isShortListed: false, now: useNow(), holidays, timeZone });
  return remaining > 0 ? <TimeRing remaining={remaining} total={TOTAL} /> : null;
});
TimeLeft.displayName = 'TimeLeft';
