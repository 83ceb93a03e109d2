import { useEffect } from 'react';
import { useNavigationType } from 'react-router-dom';
import { selectToday } from '../../domains/today';
import { useAppSelector } from '../../store/hooks';
import { takePlace, todayKey } from '../../widgets/ApplicationList/lastPlace';
import { focusWhenFound } from '../../widgets/ApplicationList/useCardKeys';

/** Moves the focus to the row to which the user comes back, or to the one that took its place. */
export const useReturnPlace = (ids: readonly number[]) => {
  const type = useNavigationType();
  const key = useAppSelector((state) => todayKey(selectToday(state).branchId));
  useEffect(() => {
    const last = takePlace(key);
    if (!last || type !== 'POP') return;
    const id = ids.includes(last.id) ? last.id : ids[Math.min(last.place, ids.length - 1)];
    if (id === undefined) return;
    const findRow = () => document.getElementById(`application-${id}`)?.closest<HTMLElement>('[data-index]');
    // The page restores its scroll offset first (useScrollMemory).
    requestAnimationFrame(() => {
      findRow()?.scrollIntoView({ block: 'nearest' });
      focusWhenFound(findRow);
    });
  }, [key, type, ids]);
};
