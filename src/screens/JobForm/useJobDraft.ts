import { useEffect, useState } from 'react';
import { draftChanged, draftDiscarded, selectJobDrafts } from '../../domains/jobs';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { withDraft, type JobValues } from './values';

/** Milliseconds after the last key before what was typed is stored. */
const STORE_DELAY = 400;

/** The values that the form begins with, and whether they were typed earlier and never sent. */
export const useDraftedValues = (draftKey: string, initial: JobValues) => {
  const drafts = useAppSelector(selectJobDrafts);
  // Only what was there when the form was opened; later it is this form that writes it.
  const [found] = useState(() => drafts[draftKey]);
  const [values] = useState(() => (found ? withDraft(initial, found.values) : initial));
  return { values, isRestored: found !== undefined };
};

/** Stores what is typed as it is typed; `values` null is a form as it was loaded. Answers when it was stored last. */
export const useDraftKeeping = (draftKey: string, values: JobValues | null): number | null => {
  const dispatch = useAppDispatch();
  const savedAt = useAppSelector(selectJobDrafts)[draftKey]?.savedAt ?? null;
  useEffect(() => {
    if (values === null) return undefined;
    const store = () => dispatch(draftChanged({ key: draftKey, values: { ...values }, savedAt: Date.now() }));
    const timer = setTimeout(store, STORE_DELAY);
    // A page that goes away does not wait for the delay.
    const handleHide = () => store();
    window.addEventListener('pagehide', handleHide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', handleHide);
    };
  }, [dispatch, draftKey, values]);
  return savedAt;
};

/** Forgets the draft of a form. */
export const useDiscard = (draftKey: string) => {
  const dispatch = useAppDispatch();
  return () => void dispatch(draftDiscarded({ key: draftKey }));
};
