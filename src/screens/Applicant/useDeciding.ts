import { useEffect, useEffectEvent, useRef } from 'react';
import { selectDeclineState, shortlistRequested } from '../../domains/decisions';
import { selectGoesOn } from '../../domains/preferences';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import type { useNeighbours } from './useNeighbours';

type Neighbours = Pick<ReturnType<typeof useNeighbours>, 'goOn' | 'canGoOn' | 'isUnseen'>;

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
 * Opens the next applicant with a decision about this one, without waiting for the server: a refusal names its
 * applicant. A decision that will ask about an open interview waits for the answer.
 */
export const useDeciding = (id: number, { goOn: openNext, canGoOn, isUnseen }: Neighbours) => {
  const dispatch = useAppDispatch();
  const mayGoOn = useAppSelector(selectGoesOn);
  const declineState = useAppSelector(selectDeclineState(id));
  const goneFrom = useRef<number | null>(null);
  useEffect(() => {
    goneFrom.current = null;
  }, [id]);
  const goOn = () => {
    if (!mayGoOn || !canGoOn) return;
    goneFrom.current = id;
    openNext();
  };
  useAccepted(id, declineState, goOn);
  return {
    goOn,
    /** Announces an addition to the shortlist, which the bar then shows. */
    announceStar: () => void dispatch(shortlistRequested({ applicationId: id })),
    /** Runs a key's decision, unless the next applicant was opened and is not on the screen yet or only just. */
    unlessGone: (decide: () => void) => () => {
      if (goneFrom.current !== id && !isUnseen()) decide();
    },
  };
};
