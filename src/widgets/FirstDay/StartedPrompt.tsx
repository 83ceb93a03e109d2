import { useEffect, useId, useRef } from 'react';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import {
  dueRequested,
  selectDueFirstDays,
  undoEndsAt,
  firstDayStage,
  outcomeSubmitted,
  selectIsOutcomePending,
} from '../../domains/firstDay';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { useNowEach } from '../../ui/ticker';
import { formatTime } from '../../lib/dates';
import { readSettings } from '../../lib/settings';
import { Button } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { useFocusAfterLoss } from '../../ui/focusAfterLoss';
import styles from './FirstDay.module.css';

/** Seconds between two requests: a first day begins without an event. */
const CLOCK_STEP = 60;

const NONE: ApplicationRow[] = [];

/**
 * Returns the applications of a job, or of all jobs, for `StartedPrompt`: first days that have begun, earliest first,
 * and those whose record can still be undone. It loads them and asks again each minute.
 */
export const useDueFirstDays = (jobId: number | null): ApplicationRow[] => {
  const dispatch = useAppDispatch();
  const due = useAppSelector(selectDueFirstDays);
  const now = useNowEach(CLOCK_STEP);
  useEffect(() => void dispatch(dueRequested({ jobId })), [dispatch, jobId, now]);
  if (due.jobId !== jobId || due.list.status !== 'loaded') return NONE;
  const startOf = ({ firstDay }: ApplicationRow) => firstDay?.startsAt ?? '';
  return due.list.data
    .filter(({ firstDay }) => firstDay && (undoEndsAt(firstDay) ?? Infinity) >= now)
    .sort((a, b) => startOf(a).localeCompare(startOf(b)) || a.id - b.id);
};

/** Seconds between clock updates. */
const STEP = 10;

interface StartedPromptProps {
  application: Pick<ApplicationRow, 'id' | 'status' | 'firstDay' | 'isApplicantAcceptTheOffer'> & {
    user: { firstName: string };
  };
}

/** Asks whether somebody started and records it in one press, which can be undone for a while. */
export const StartedPrompt = ({ application }: StartedPromptProps) => {
  const t = useText();
  const id = useId();
  const dispatch = useAppDispatch();
  const box = useRef<HTMLDivElement>(null);
  const isPending = useAppSelector(selectIsOutcomePending(application.id));
  const now = useNowEach(STEP);
  const { firstDay, user } = application;
  const stage = firstDayStage(application, now, readSettings().timeZone);
  useFocusAfterLoss(box, stage === 'recorded' ? 1 : 0);
  if (!firstDay || (stage !== 'begun' && stage !== 'recorded')) return null;

  const name = user.firstName;
  const record = (started: boolean | null) => {
    if (!isPending) dispatch(outcomeSubmitted({ applicationId: application.id, started }));
  };
  const endsAt = undoEndsAt(firstDay);
  const canUndo = endsAt !== null && now <= endsAt;
  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby={id} className={styles.prompt}>
      {stage === 'begun' ? (
        <>
          <p id={id} className={styles.question}>
            <T id="firstDay.begun" values={{ name }} />
          </p>
          <Button key="started" small busy={isPending} onClick={() => record(true)}>
            {t('firstDay.started')}
          </Button>
          <Button key="notStarted" small busy={isPending} onClick={() => record(false)}>
            {t('firstDay.notStarted')}
          </Button>
        </>
      ) : (
        <>
          <p id={id} className={styles.question}>
            <span>{t('firstDay.recorded', { name, started: String(firstDay.started) })}</span>{' '}
            {canUndo && <span>{t('feedback.undo.until', { time: formatTime(new Date(endsAt).toISOString()) })}</span>}
          </p>
          {canUndo && (
            // The second press of a double click must not undo the first.
            <Button key="undo" small busy={isPending} onClick={({ detail }) => detail < 2 && record(null)}>
              {t('ui.undo')}
            </Button>
          )}
        </>
      )}
    </div>
  );
};
