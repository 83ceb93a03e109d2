import { useEffect, useState } from 'react';
import { useFormikContext } from 'formik';
import { formDraftKey, type DraftedForm } from '../../domains/appointments';
import { draftChanged, draftDiscarded, selectJobDrafts } from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import { useAppDispatch, useAppSelector } from '../../store/hooks';

export const useDraftKey = (form: DraftedForm, id: number): string =>
  formDraftKey(useAppSelector(selectUser)?.id ?? 0, form, id);

export const useFoundDraft = <V extends object>(draftKey: string): Partial<V> | undefined => {
  const drafts = useAppSelector(selectJobDrafts);
  // Reads the draft only on opening, because later changes come from this form.
  const [found] = useState(() => drafts[draftKey]?.values as Partial<V> | undefined);
  return found;
};

/** Stores the values of the surrounding form on every change; `pristine` is the form without input. */
export const DraftKeeper = <V extends object>({ draftKey, pristine }: { draftKey: string; pristine: V }) => {
  const dispatch = useAppDispatch();
  const { values } = useFormikContext<V>();
  const isKept = useAppSelector((state) => draftKey in selectJobDrafts(state));
  // Compares by content, so that a form that starts again with equal values does not restore a sent draft.
  const typed = JSON.stringify(values);
  const isTyped = typed !== JSON.stringify(pristine);
  useEffect(() => {
    if (!isTyped) return;
    const kept = JSON.parse(typed) as Record<string, unknown>;
    dispatch(draftChanged({ key: draftKey, values: kept, savedAt: Date.now() }));
  }, [dispatch, draftKey, typed, isTyped]);
  useEffect(() => {
    if (!isTyped && isKept) dispatch(draftDiscarded({ key: draftKey }));
  }, [dispatch, draftKey, isTyped, isKept]);
  return null;
};
