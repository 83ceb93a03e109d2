import { useEffect, useEffectEvent, useRef } from 'react';
import { selectDeclineState, selectStarState, shortlistRequested } from '../../domains/decisions';
import { selectGoesOn } from '../../domains/preferences';
import { useAppDispatch, useAppSelector } from '../../store/hooks';

/** Calls `onAccepted` once the server has accepted a decision about this application, if it is still open. */
const useAccepted = (id: number, state: string, onAccepted: () => void) => {
  const accept = useEffectEvent(onAccepted);
  const previous = useRef({ id, state });
  useEffect(() => {
    const before = previous.current;
    previous.current = { id, state };
    if (before.id === id && before.state === 'loading' && state === 'loaded') accept();
  }, [id, state]);
};

/**
 * Opens the next applicant once the server has accepted a decision about this one, if this one is still open.
 * `onGoOn`: null without a next applicant.
 */
export const useDeciding = (id: number, onGoOn: (() => void) | null) => {
  const dispatch = useAppDispatch();
  const mayGoOn = useAppSelector(selectGoesOn);
  const declineState = useAppSelector(selectDeclineState(id));
  const starState = useAppSelector(selectStarState(id));
  const starGoesOn = useRef(false);
  const goneFrom = useRef<number | null>(null);
  useEffect(() => {
    goneFrom.current = null;
  }, [id]);
  const goOn = () => {
    if (!mayGoOn || !onGoOn) return;
    goneFrom.current = id;
    onGoOn();
  };
  useAccepted(id, declineState, goOn);
  useAccepted(id, starState, () => {
    if (starGoesOn.current) goOn();
  });
  return {
    /** Announces an addition to the shortlist; `goesOn`: it opens the next applicant. */
    announceStar: (goesOn: boolean) => {
      starGoesOn.current = goesOn;
      dispatch(shortlistRequested({ applicationId: id }));
    },
    /** Runs a key's decision, unless the next applicant was opened and is not on the screen yet. */
    unlessGone: (decide: () => void) => () => {
      if (goneFrom.current !== id) decide();
    },
  };
};
