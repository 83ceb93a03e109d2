import { useEffect, useRef, type RefObject } from 'react';
import { useNavigationType } from 'react-router-dom';
import { selectToday, type NeedRow as Row } from '../../domains/today';
import { paths, type ApplicantTab } from '../../lib/paths';
import { useAppSelector, useAppDispatch } from '../../store/hooks';
import { preloadRequested } from '../../domains/applications';
import { takePlace, todayKey } from '../../widgets/ApplicationList/lastPlace';
import { focusWhenFound } from '../../widgets/ApplicationList/useCardKeys';

/** The tab of the applicant's page for each kind of need. */
const TABS: Partial<Record<Row['need']['kind'], ApplicantTab>> = {
  answer: 'messages',
  attendance: 'appointment',
  outcome: 'feedback',
  first_day: 'feedback',
  rebook: 'appointment',
  invite: 'appointment',
  offer: 'feedback',
};

/** Returns the link to the applicant's tab for the need, with the way back to this page and its branch. */
export const useNeedLink = ({ id, need }: Row) => {
  const branchId = useAppSelector((state) => selectToday(state).branchId);
  const branch = branchId === null ? '' : `?branchId=${branchId}`;
  return {
    to: `${paths.jobDetail(0, id, TABS[need.kind])}${branch}`,
    state: { list: paths.today(branchId ?? undefined), depth: 1, stays: false },
  };
};

/** Loads the applicant of the focused row and of the one after it, so that both open at once. */
export const usePreload = (list: RefObject<HTMLElement | null>, ids: readonly number[]) => {
  const dispatch = useAppDispatch();
  const latest = useRef(ids);
  useEffect(() => {
    latest.current = ids;
  });
  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const handleFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.dataset.index === undefined) return;
      const at = Number(target.dataset.index);
      for (const applicationId of latest.current.slice(at, at + 2)) dispatch(preloadRequested({ applicationId }));
    };
    current.addEventListener('focusin', handleFocus);
    return () => current.removeEventListener('focusin', handleFocus);
  }, [list, dispatch]);
};

/** Moves the focus to the row from which the user opened an applicant, or to the one that took its place. */
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
