import { useEffect, useState } from 'react';
import { draftChanged, draftDiscarded, selectJobDrafts } from '../../domains/jobs';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { withDraft, type JobValues } from './values';

/** Milliseconds from the last key to storing the draft. */
const STORE_DELAY = 400;

/** Returns the initial values, and whether they come from an unsent draft. */
export const useDraftedValues = (draftKey: string, initial: JobValues) => {
  const drafts = useAppSelector(selectJobDrafts);
  // Reads the draft only on opening, because later changes come from this form.
  const [found] = useState(() => drafts[draftKey]);
  const [values] = useState(() => (found ? withDraft(initial, found.values) : initial));
  return { values, isRestored: found !== undefined };
};

/**
 * Stores the values as the user types; null means that the form is unchanged. Returns when the draft was last stored.
 */
export const useDraftKeeping = (draftKey: string, values: JobValues | null): number | null => {
  const dispatch = useAppDispatch();
  const savedAt = useAppSelector(selectJobDrafts)[draftKey]?.savedAt ?? null;
  useEffect(() => {
    if (values === null) return undefined;
    const store = () => dispatch(draftChanged({ key: draftKey, values: { ...values }, savedAt: Date.now() }));
    const timer = setTimeout(store, STORE_DELAY);
    // Stores at once when the page is closed.
    const handleHide = () => store();
    window.addEventListener('pagehide', handleHide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', handleHide);
    };
  }, [dispatch, draftKey, values]);
  return savedAt;
};

export const useDiscard = (draftKey: string) => {
  const dispatch = useAppDispatch();
  return () => void dispatch(draftDiscarded({ key: draftKey }));
};
