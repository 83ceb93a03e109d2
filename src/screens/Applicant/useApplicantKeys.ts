import { useEffect, useEffectEvent, useRef } from 'react';
import { fullName } from '../../../contract/constants/text';
import { selectDeclineState, shortlistRequested } from '../../domains/decisions';
import { selectGoesOn, selectHasPageKeys } from '../../domains/preferences';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import type { ApplicationDetail } from '../../domains/applications';
import { selectIsTodayPending, selectToday, settleSubmitted } from '../../domains/today';
import { listOriginOf, todayBranchOf, pageKey } from '../../lib/pageKey';
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
 * Opens the next applicant with a decision about this one, without waiting for the server, because a refusal names its
 * applicant. A decision that will ask about an open interview waits for the user's answer.
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
    /** Runs a key's decision, unless the next applicant is still opening or has only just appeared. */
    unlessGone: (decide: () => void) => () => {
      if (goneFrom.current !== id && !isUnseen()) decide();
    },
  };
};

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

/** Frames to wait until the tab has loaded and rendered: about two seconds. */
const MAX_FRAMES = 120;

/** The control of a tab that gets the focus. */
const CONTROLS = {
  messages: '[role="tabpanel"][id$="-content-messages"] textarea',
  appointment: '[role="tabpanel"][id$="-content-appointment"] :is(input, button)',
} as const;

/** Moves the focus to the main control of a tab that is open or opening. */
export const focusPanel = (tab: keyof typeof CONTROLS, tries = MAX_FRAMES): void => {
  const control = document.querySelector<HTMLElement>(CONTROLS[tab]);
  if (control) control.focus();
  else if (tries > 0) requestAnimationFrame(() => focusPanel(tab, tries - 1));
};

interface ApplicantKeys {
  onNext: () => void;
  onPrevious: () => void;
  onShortlist: () => void;
  onDecline: () => void;
  onSettle: () => void;
  onMessage: () => void;
  onInvite: () => void;
}

const NAMES: Record<string, keyof ApplicantKeys> = {
  j: 'onNext',
  k: 'onPrevious',
  s: 'onShortlist',
  r: 'onDecline',
  e: 'onSettle',
  m: 'onMessage',
  i: 'onInvite',
};

/** Keys that a user may hold down. A held decision would go on to the next applicant. */
const REPEATED: readonly (keyof ApplicantKeys)[] = ['onNext', 'onPrevious'];

/** Handles the keys J, K, S, R, E, M and I outside text fields, unless the user turned shortcuts off. */
export const useApplicantKeys = (keys: Partial<ApplicantKeys>) => {
  const isOn = useAppSelector(selectHasPageKeys);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      const name = NAMES[pageKey(event) ?? ''];
      const handler = name && latest.current[name];
      if (!handler || (event.repeat && !REPEATED.includes(name))) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
};
