import { useEffect, useRef, useState } from 'react';
import { useFormikContext } from 'formik';
import {
  formDraftKey,
  selectCurrentAppointment,
  tabLeft,
  tabOpened,
  type DraftedForm,
} from '../../domains/appointments';
import type { ApplicationDetail } from '../../domains/applications';
import { draftChanged, draftDiscarded, selectJobDrafts } from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { serverNow } from '../../lib/serverClock';

/** Opens the appointment of an application while a tab with its forms is shown; returns whether it is open. */
export const useOpenAppointment = ({ id, job }: ApplicationDetail): boolean => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(tabOpened({ applicationId: id, jobId: job.id }));
    return () => void dispatch(tabLeft({ applicationId: id }));
  }, [dispatch, id, job.id]);
  return useAppSelector((state) => selectCurrentAppointment(state).applicationId === id);
};

export const useDraftKey = (form: DraftedForm, id: number): string =>
  formDraftKey(useAppSelector(selectUser)?.id ?? 0, form, id);

export const useSavedDraft = <V extends object>(draftKey: string): Partial<V> | undefined => {
  const drafts = useAppSelector(selectJobDrafts);
  // Reads the draft only on opening, because later changes come from this form.
  const [draft] = useState(() => drafts[draftKey]?.values as Partial<V> | undefined);
  return draft;
};

/** Stores the values of the surrounding form on every change; `pristine` is the form without input. */
export const DraftAutosave = <V extends object>({ draftKey, pristine }: { draftKey: string; pristine: V }) => {
  const dispatch = useAppDispatch();
  const { values } = useFormikContext<V>();
  const isStored = useAppSelector((state) => draftKey in selectJobDrafts(state));
  // Compares by content, so that a form that starts again with equal values does not restore a sent draft.
  const serialized = JSON.stringify(values);
  const isChanged = serialized !== JSON.stringify(pristine);
  useEffect(() => {
    if (!isChanged) return;
    const copy = JSON.parse(serialized) as Record<string, unknown>;
    dispatch(draftChanged({ key: draftKey, values: copy, savedAt: serverNow() }));
  }, [dispatch, draftKey, serialized, isChanged]);
  // The same form without input in another tab must not discard this tab's draft.
  const wasChanged = useRef(false);
  useEffect(() => {
    if (!isChanged && isStored && wasChanged.current) dispatch(draftDiscarded({ key: draftKey }));
    wasChanged.current = isChanged;
  }, [dispatch, draftKey, isChanged, isStored]);
  return null;
};
