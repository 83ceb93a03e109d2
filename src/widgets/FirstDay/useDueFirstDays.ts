import { useEffect } from 'react';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { dueRequested, selectDueFirstDays, undoEndsAt } from '../../domains/firstDay';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { useNowEach } from '../../ui/ticker';

/** Seconds between two requests: a first day begins without an event. */
const STEP = 60;

const NONE: ApplicationRow[] = [];

/**
 * Returns the applications of a job, or of all jobs, for `StartedPrompt`: first days that have begun, earliest first,
 * and those whose record can still be undone. It loads them and asks again each minute.
 */
export const useDueFirstDays = (jobId: number | null): ApplicationRow[] => {
  const dispatch = useAppDispatch();
  const due = useAppSelector(selectDueFirstDays);
  const now = useNowEach(STEP);
  useEffect(() => void dispatch(dueRequested({ jobId })), [dispatch, jobId, now]);
  if (due.jobId !== jobId || due.list.status !== 'loaded') return NONE;
  const startOf = ({ firstDay }: ApplicationRow) => firstDay?.startsAt ?? '';
  return due.list.data
    .filter(({ firstDay }) => firstDay && (undoEndsAt(firstDay) ?? Infinity) >= now)
    .sort((a, b) => startOf(a).localeCompare(startOf(b)) || a.id - b.id);
};
