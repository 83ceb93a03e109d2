import { useId, useRef } from 'react';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { firstDayStage, outcomeSubmitted, selectIsOutcomePending, undoEndsAt } from '../../domains/firstDay';
import { formatTime } from '../../lib/dates';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { useNowEach } from '../../ui/ticker';
import { useFocusAfterLoss } from '../../ui/useFocusAfterLoss';
import styles from './FirstDay.module.css';

/** Seconds between two looks at the clock. */
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
