import { useEffect, useState } from 'react';
import { draftChanged, draftDiscarded, selectJobDrafts } from '../../domains/jobs';
import { useAppSelector, useAppDispatch } from '../../store/hooks';
import { serverNow } from '../../lib/serverClock';
import { withDraft, type JobValues } from './values';

/** Milliseconds from the last key to storing the draft. */
const STORE_DELAY = 400;

/** Returns the initial values, and whether they come from an unsent draft. */
export const useRestoredValues = (draftKey: string, initial: JobValues) => {
  const drafts = useAppSelector(selectJobDrafts);
  // Reads the draft only on opening, because later changes come from this form.
  const [draft] = useState(() => drafts[draftKey]);
  const [values] = useState(() => (draft ? withDraft(initial, draft.values) : initial));
  return { values, isRestored: draft !== undefined };
};

/**
 * Stores the values as the user types; null means that the form is unchanged. Returns when the draft was last stored.
 */
export const useDraftAutosave = (draftKey: string, values: JobValues | null): number | null => {
  const dispatch = useAppDispatch();
  const savedAt = useAppSelector(selectJobDrafts)[draftKey]?.savedAt ?? null;
  useEffect(() => {
    if (values === null) return undefined;
    const store = () => dispatch(draftChanged({ key: draftKey, values: { ...values }, savedAt: serverNow() }));
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

/** Returns a function that stores the values at once. */
export const useStoreDraft = (draftKey: string) => {
  const dispatch = useAppDispatch();
  return (values: JobValues) =>
    void dispatch(draftChanged({ key: draftKey, values: { ...values }, savedAt: serverNow() }));
};

export const useDiscardDraft = (draftKey: string) => {
  const dispatch = useAppDispatch();
  return () => void dispatch(draftDiscarded({ key: draftKey }));
};
