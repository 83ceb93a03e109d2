import { fullName } from '../../../contract/constants/text';
import type { ApplicationDetail } from '../../domains/applications';
import { selectIsTodayPending, selectToday, settleSubmitted } from '../../domains/today';
import { listOriginOf, todayBranchOf } from '../../lib/listOrigin';
import { useAppDispatch, useAppSelector } from '../../store/hooks';

/** Returns a function that says that no answer is needed; null unless the user came from a row of Today that waits for one. */
export const useSettle = ({ id, user }: ApplicationDetail, state: unknown): (() => void) | null => {
  const dispatch = useAppDispatch();
  const isPending = useAppSelector(selectIsTodayPending(id));
  const isAsked = useAppSelector((root) =>
    selectToday(root).rows.some((row) => row.id === id && row.need.kind === 'answer'),
  );
  if (!isAsked || isPending || todayBranchOf(listOriginOf(state)) === undefined) return null;
  return () => void dispatch(settleSubmitted({ applicationId: id, name: fullName(user) }));
};
