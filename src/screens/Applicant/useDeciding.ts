import { useEffect, useEffectEvent, useRef } from 'react';
import { selectIsShortListed, selectIsShortlistPending } from '../../domains/applications';
import { selectDeclineState, shortlistDecided } from '../../domains/decisions';
import { selectGoesOn } from '../../domains/preferences';
import { useAppDispatch, useAppSelector } from '../../store/hooks';

/**
 * Opens the next applicant once the server has accepted a decision about this one, if this one is still open. Returns a
 * function that announces an addition to the shortlist; `goesOn`: it opens the next applicant.
 */
export const useDeciding = (id: number, onGoOn: () => void) => {
  const dispatch = useAppDispatch();
  const mayGoOn = useAppSelector(selectGoesOn);
  const declineState = useAppSelector(selectDeclineState(id));
  const isStarPending = useAppSelector(selectIsShortlistPending(id));
  const isShortListed = useAppSelector(selectIsShortListed(id));
  const goOn = useEffectEvent(() => {
    if (mayGoOn) onGoOn();
  });

  const previous = useRef({ id, declineState });
  useEffect(() => {
    const before = previous.current;
    previous.current = { id, declineState };
    if (before.id === id && before.declineState === 'loading' && declineState === 'loaded') goOn();
  }, [id, declineState]);

  const starred = useRef<{ id: number; goesOn: boolean } | null>(null);
  useEffect(() => {
    const star = starred.current;
    if (!star || (star.id === id && isStarPending)) return;
    starred.current = null;
    if (star.id !== id || !isShortListed) return;
    dispatch(shortlistDecided({ applicationId: id }));
    if (star.goesOn) goOn();
  }, [dispatch, id, isStarPending, isShortListed]);

  return (goesOn: boolean) => {
    starred.current = { id, goesOn };
  };
};
