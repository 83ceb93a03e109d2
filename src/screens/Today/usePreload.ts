import { useEffect, useRef, type RefObject } from 'react';
import { preloadRequested } from '../../domains/applications';
import { useAppDispatch } from '../../store/hooks';

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
