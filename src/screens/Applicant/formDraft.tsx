import { useEffect, useState } from 'react';
import { useFormikContext } from 'formik';
import { formDraftKey, type DraftedForm } from '../../domains/appointments';
import { draftChanged, draftDiscarded, selectJobDrafts } from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import { useAppDispatch, useAppSelector } from '../../store/hooks';

/** The key under which a form about an applicant is kept. */
export const useDraftKey = (form: DraftedForm, id: number): string =>
  formDraftKey(useAppSelector(selectUser)?.id ?? 0, form, id);

/** What was typed into the form earlier and never sent; undefined where nothing was. */
export const useFoundDraft = <V extends object>(draftKey: string): Partial<V> | undefined => {
  const drafts = useAppSelector(selectJobDrafts);
  // Only what was there when the form was opened; later it is this form that writes it.
  const [found] = useState(() => drafts[draftKey]?.values as Partial<V> | undefined);
  return found;
};

/** Keeps what is typed into the form around it, as it is typed; `pristine` is the form with nothing typed. */
export const DraftKeeper = <V extends object>({ draftKey, pristine }: { draftKey: string; pristine: V }) => {
  const dispatch = useAppDispatch();
  const { values } = useFormikContext<V>();
  const isKept = useAppSelector((state) => draftKey in selectJobDrafts(state));
  // By content: a form that starts anew with the same values types nothing, and brings no draft back that was sent.
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
