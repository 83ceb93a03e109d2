import {
  selectRefusedDecision,
  selectWaitingDecision,
  shortlistToggled,
  type WaitingDecision,
} from '../../domains/applications';
import { declineRequested, reopenRequested } from '../../domains/decisions';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { failureTextOf } from '../../ui/State';
import { useHasText, useText } from '../../ui/text';

/** Returns what the row of an application says about a decision that waits or was refused after it had waited; null for none. */
export const useWaitingText = (id: number): { text: string; isRefused: boolean } | null => {
  const t = useText();
  const hasText = useHasText();
  const waiting = useAppSelector(selectWaitingDecision(id));
  const refused = useAppSelector(selectRefusedDecision(id));
  if (waiting) return { text: t('decisions.waiting', { act: waiting.act }), isRefused: false };
  if (!refused) return null;
  const reason = t(failureTextOf(refused.failure, hasText));
  return { text: t('decisions.refused', { act: refused.act, reason }), isRefused: true };
};

/** Returns a function that takes a waiting decision back. */
export const useUndoWaiting = () => {
  const dispatch = useAppDispatch();
  return ({ applicationId, act }: WaitingDecision, name: string) => {
    if (act === 'decline') dispatch(reopenRequested({ applicationId }));
    else if (act === 'reopen') dispatch(declineRequested({ applicationId, name }));
    else dispatch(shortlistToggled({ id: applicationId, isShortlisted: act === 'unstar' }));
  };
};
