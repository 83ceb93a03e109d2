import { useCallback } from 'react';
import type { Reach } from '../../../contract/constants/decisions';
import { whenValues } from '../../lib/dates';
import { useText } from '../../ui/text';

interface DecisionNotice {
  /** Instants (ISO). */
  tellAt: string | null;
  toldAt: string | null;
  /** How the applicant was told; `none` without a channel. */
  toldBy?: Reach | null | undefined;
}

/** Returns a function that says when a declined applicant was or will be told. `now`: milliseconds since 1970. */
export const useTellText = () => {
  const t = useText();
  return useCallback(
    ({ tellAt, toldAt, toldBy }: DecisionNotice, now: number): string => {
      if (toldBy === 'none') return t('decisions.tell.noChannel');
      const at = toldAt ?? tellAt;
      if (at === null) return t('decisions.tell.never');
      if (toldAt === null && Date.parse(at) <= now) return t('decisions.tell.now');
      return t(toldAt === null ? 'decisions.tell.later' : 'decisions.tell.told', whenValues(at, now));
    },
    [t],
  );
};
