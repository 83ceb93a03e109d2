import { useState } from 'react';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { feedbackChain } from '../../../../contract/rules/feedback';
import { correctionEndsAt, removalEndsAt, undoEndsAt } from '../../../../contract/rules/feedbackRemoval';
import type { Appointment, LastAnswer } from '../../../../contract/schemas/appointments';
import { COMMENT_MAX } from '../../../../contract/constants/limits';
import { correctionSubmitted, selectCurrentAppointment } from '../../../domains/appointments';
import type { ApplicationDetail } from '../../../domains/applications';
import { selectUser } from '../../../domains/session';
import { formatDay, formatTime, whenValues } from '../../../lib/dates';
import { useAppDispatch, useAppSelector, useFields } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { FormMessage } from '../../../ui/FormMessage';
import { FailureText } from '../../../ui/State';
import { T, useText } from '../../../ui/text';
import { useNowEach } from '../../../ui/ticker';
import { useLeaveQuestion } from '../../../ui/FormModal';
import { ConfirmDialog } from '../../../ui/Modal';
import { PlainField } from '../../../ui/PlainField';
import { recordOf } from './form';
import styles from './FeedbackTab.module.css';

interface CorrectionDialogProps {
  /** What is recorded, such as "offer declined". */
  answer: string;
  name: string;
  isTold: boolean;
  /** What the user typed before the server refused it. */
  typed: string;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Says what the removal of an answer does, and offers to give a reason. */
const CorrectionDialog = ({ answer, name, isTold, typed, onConfirm, onCancel }: CorrectionDialogProps) => {
  const t = useText();
  const [reason, setReason] = useState(typed);
  const { ask, question } = useLeaveQuestion(onCancel);
  return (
    <>
      <ConfirmDialog
        open
        title={t('feedback.correct.title')}
        text={t(isTold ? 'feedback.correct.told' : 'feedback.correct.untold', { answer, name })}
        action={t('feedback.correct.action')}
        onConfirm={() => onConfirm(reason)}
        onCancel={() => (reason.trim() ? ask() : onCancel())}
      >
        <div className="space-16">
          <PlainField
            label={t('feedback.correct.reason')}
            maxLength={COMMENT_MAX}
            value={reason}
            onChange={setReason}
          />
        </div>
      </ConfirmDialog>
      {question}
    </>
  );
};

/** Seconds between clock updates. */
const STEP = 10;

interface RecordedBarProps {
  application: ApplicationDetail;
  appointment: Appointment;
  /** The chain has ended. */
  isLocked: boolean;
  onCorrect: () => void;
}

/** Says that the chain has ended, and until when HR can still correct it. */
const FinalNote = ({ answer }: { answer: LastAnswer | null }) => {
  const user = useAppSelector(selectUser);
  const now = useNowEach(STEP);
  const endsAt = answer && correctionEndsAt(Date.parse(answer.recordedAt));
  const isCorrectable = user?.userType === 'branch' && endsAt !== null && now <= endsAt;
  return (
    <p className="note">
      {isCorrectable ? (
        <T id="feedback.atEndForBranch" values={{ date: formatDay(new Date(endsAt).toISOString()) }} />
      ) : (
        <T id="feedback.atEnd" />
      )}
    </p>
  );
};

/** Shows the last answer, whether the worker knows it, and Undo while it is possible. */
export const RecordedBar = ({ application, appointment, isLocked, onCorrect }: RecordedBarProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { correction } = useFields(selectCurrentAppointment, 'correction');
  const [isConfirming, setConfirming] = useState(false);
  const [typed, setTyped] = useState('');
  const now = useNowEach(STEP);
  const answer = appointment.lastAnswer ?? null;
  const recordedAt = answer ? Date.parse(answer.recordedAt) : 0;
  if (!answer || !user || now > removalEndsAt(recordedAt, user.userType))
    return isLocked ? <FinalNote answer={answer} /> : null;

  const name = application.user.firstName;
  const { field, delivery, tellAt, notTold = false, isRemovalTold = delivery !== 'none' } = answer;
  const value = feedbackChain(recordOf(appointment)).recorded[field];
  const text = t(`applicant.history.answer.${field}`, { answer: String(value) });
  const isUndo = now <= undoEndsAt(recordedAt);
  const endsAt = new Date(isUndo ? undoEndsAt(recordedAt) : correctionEndsAt(recordedAt)).toISOString();
  const submit = (comment: string) => {
    setConfirming(false);
    setTyped(comment);
    onCorrect();
    const place = { applicationId: application.id, appointmentId: appointment.id };
    dispatch(correctionSubmitted({ ...place, answer, name, comment }));
  };
  return (
    <div className={styles.recorded}>
      <p>
        <strong>
          <T id="feedback.last" values={{ answer: text }} />
        </strong>{' '}
        {delivery !== 'none' && (
          <T id={`feedback.delivery.${delivery}`} values={{ name, reach: application.reach ?? 'unknown' }} />
        )}
        {tellAt && <T id="feedback.delivery.later" values={{ name, ...whenValues(tellAt, now) }} />}
        {notTold && (
          <T id={application.reach === 'none' ? 'feedback.delivery.noChannel' : 'feedback.delivery.notSent'} />
        )}{' '}
        <T
          id={isUndo ? 'feedback.undo.until' : 'feedback.correct.until'}
          values={{ time: formatTime(endsAt), date: formatDay(endsAt) }}
        />
      </p>
      <Button busy={correction.status === 'loading'} onClick={() => (isUndo ? submit('') : setConfirming(true))}>
        {t(isUndo ? 'feedback.undo.action' : 'feedback.correct.open')}
      </Button>
      {correction.status === 'failed' && correction.error.status !== 401 && (
        <FormMessage>
          {user.userType === 'branch' && correction.error.key === ERROR_KEYS.feedbackTooOld ? (
            <T id="feedback.tooOldForBranch" />
          ) : (
            <FailureText failure={correction.error} />
          )}
        </FormMessage>
      )}
      {isConfirming && (
        <CorrectionDialog
          answer={text}
          name={name}
          isTold={isRemovalTold}
          typed={correction.status === 'failed' ? typed : ''}
          onConfirm={submit}
          onCancel={() => setConfirming(false)}
        />
      )}
    </div>
  );
};
