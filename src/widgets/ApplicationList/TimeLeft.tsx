import { memo } from 'react';
import { ANSWER_HOURS } from '../../../contract/constants/limits';
import { remainingMs } from '../../domains/applications';
import { readSettings } from '../../lib/settings';
import { TimeRing } from '../../ui/TimeRing';
import { useNow } from '../../ui/ticker';

const TOTAL = ANSWER_HOURS * 3_600_000;

interface TimeLeftProps {
  createdAt: string;
  /** Null while the holidays are unknown; a wrong time would be worse than none. */
  holidays: readonly string[] | null;
}

/** The working time left to answer an application, updated each second; empty when the time has run out. */
export const TimeLeft = memo(({ createdAt, holidays }: TimeLeftProps) => {
  const now = useNow();
  if (holidays === null) return null;
  const { timeZone } = readSettings();
  const remaining = remainingMs({ createdAt, isShortListed: false, now, holidays, timeZone });
  return remaining > 0 ? <TimeRing remaining={remaining} total={TOTAL} /> : null;
});
TimeLeft.displayName = 'TimeLeft';
