import { useId, useMemo, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { Form, Formik } from 'formik';
import {
  acceptsFeedback,
  feedbackChain,
  type FeedbackAnswers,
  type FeedbackRecord,
  FEEDBACK_FIELDS,
  type FeedbackField,
} from '../../../../contract/rules/feedback';
import { FEEDBACK_UNDO_MINUTES } from '../../../../contract/rules/feedbackRemoval';
import { COMMENT_MAX } from '../../../../contract/constants/limits';
import type { Appointment } from '../../../../contract/schemas/appointments';
import { selectCurrentAppointment, feedbackSubmitted } from '../../../domains/appointments';
import type { ApplicationDetail } from '../../../domains/applications';
import { paths } from '../../../lib/paths';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { ButtonLink, Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/State';
import { T, useText } from '../../../ui/text';
import { shownErrorOf } from '../../../domains/kit/loadable';
import { formatDay, formatTime } from '../../../lib/dates';
import { serverNow } from '../../../lib/serverClock';
import { cx } from '../../../ui/cx';
import { Icon } from '../../../ui/icons';
import { FormFailure } from '../../../ui/FormMessage';
import { ConfirmDialog } from '../../../ui/Modal';
import { TextAreaField } from '../../../ui/fields';
import { useFocusAfterLoss } from '../../../ui/focusAfterLoss';
import { DraftAutosave, useDraftKey, useOpenAppointment, useSavedDraft } from '../forms';
import {
  endingOf,
  isChanged,
  withAnswer,
  answersOf,
  feedbackSchema,
  fromAppointment,
  recordOf,
  toSubmission,
  withDraft,
  type FeedbackValues,
} from './form';
import { RecordedBar } from './RecordedBar';
import styles from './FeedbackTab.module.css';

const ANSWERS = [
  { value: true, label: 'feedback.yes' },
  { value: false, label: 'feedback.no' },
  { value: null, label: 'feedback.open' },
] as const;

interface AnswerFieldProps {
  name: string;
  question: string;
  value: boolean | null;
  /** The answer is recorded, or the chain has ended. */
  isLocked: boolean;
  isEnabled: boolean;
  onAnswer: (answer: boolean | null) => void;
}

const AnswerField = ({ name, question, value, isLocked, isEnabled, onAnswer }: AnswerFieldProps) => {
  const id = useId();
  const isRecorded = isLocked && value !== null;
  return (
    <fieldset className={styles.field} disabled={!isEnabled} aria-describedby={isRecorded ? `${id}-lock` : undefined}>
      <legend className={styles.label}>{question}</legend>
      <div className="row wrap gap-8">
        {ANSWERS.map(({ value: answer, label }) => (
          <label key={label} className={cx(styles.answer, answer === null && styles.open)}>
            <input type="radio" name={`${id}-${name}`} checked={value === answer} onChange={() => onAnswer(answer)} />
            <T id={label} />
          </label>
        ))}
        {isRecorded && (
          <span id={`${id}-lock`} className="inline-row gap-4 hint">
            <Icon name="check" size={18} />
            <T id="feedback.recorded" />
          </span>
        )}
      </div>
    </fieldset>
  );
};

interface SaveFootProps {
  application: ApplicationDetail;
  record: FeedbackRecord;
  /** The answers of the form. */
  answers: FeedbackAnswers;
  /** The answers are saved, but the new appointment has not arrived. */
  isSaved: boolean;
  isBusy: boolean;
}

/** Says before saving which status the answers set, what they end and for how long they can be undone. */
const SaveFoot = ({ application, record, answers, isSaved, isBusy }: SaveFootProps) => {
  const t = useText();
  const { status, recorded } = feedbackChain(record, answers);
  const isNew = !isSaved && isChanged(record, answers);
  const ending = isNew ? endingOf(answers) : null;
  const outcomeBefore = feedbackChain(record, recorded).status;
  const name = application.user.firstName;
  return (
    <div className={styles.foot}>
      <div className={styles.soft} aria-live="polite">
        {ending && (
          <p className={styles.ending}>
            <T id={`feedback.ends.${ending}`} values={{ name, job: application.job.title }} />
          </p>
        )}
        {isNew && (
          <p>
            {status && (
              <T
                id="feedback.becomes"
                values={{
                  status: t(ending === 'missed' ? 'stage.missed' : `appointments.status.${status}`),
                }}
              />
            )}{' '}
            {status !== outcomeBefore && application.reach !== 'none' && <T id="feedback.tells" values={{ name }} />}{' '}
            <T id="feedback.undoable" values={{ minutes: FEEDBACK_UNDO_MINUTES }} />
          </p>
        )}
      </div>
      <Button type="submit" look="primary" disabled={!isNew} busy={isBusy}>
        {t('feedback.save')}
      </Button>
    </div>
  );
};

interface FeedbackFormProps {
  application: ApplicationDetail;
  appointment: Appointment;
}

/**
 * The four questions of the feedback chain. Recorded answers are locked, and at the end of the chain all are:
 * docs/PRODUCT.md#feedback-chain.
 */
const FeedbackForm = ({ application, appointment }: FeedbackFormProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { feedback } = useFields(selectCurrentAppointment, 'feedback');
  const draftKey = useDraftKey('feedback', application.id);
  // The sent values replace the stored draft, and the form shows them until the updated appointment arrives.
  const [draft, setDraft] = useState<Partial<FeedbackValues> | undefined>(useSavedDraft<FeedbackValues>(draftKey));
  const recordedAt = appointment.lastAnswer?.recordedAt ?? null;
  const [recordedBefore, setRecordedBefore] = useState<string | null>();
  const pristine = useMemo(() => fromAppointment(appointment), [appointment]);
  const initial = useMemo(() => withDraft(pristine, draft), [pristine, draft]);
  const record = recordOf(appointment);
  const failure = shownErrorOf(feedback);
  const place = { applicationId: application.id, jobId: application.job.id, appointment };
  const name = application.user.firstName;
  const { appointmentAt } = appointment;
  const [early, setEarly] = useState<FeedbackValues | null>(null);
  const foot = useRef<HTMLDivElement>(null);
  const { recorded } = feedbackChain(record);
  useFocusAfterLoss(foot, FEEDBACK_FIELDS.filter((field) => recorded[field] !== null).length);
  const send = (values: FeedbackValues) => {
    setEarly(null);
    setDraft(values);
    setRecordedBefore(recordedAt);
    dispatch(feedbackSubmitted(toSubmission(values, place)));
  };
  return (
    <Formik
      initialValues={initial}
      enableReinitialize
      validationSchema={feedbackSchema}
      onSubmit={async (values) => {
        if (feedback.status === 'loading' || !isChanged(record, answersOf(values))) return;
        if (serverNow() < Date.parse(appointmentAt)) setEarly(values);
        else send(values);
      }}
    >
      {({ values, setValues }) => {
        const answers = answersOf(values);
        const chain = feedbackChain(record, answers);
        // No rule is about an answer, and a validation would render the form three times more.
        const handleAnswer = (field: FeedbackField, answer: boolean | null) =>
          void setValues({ ...values, ...withAnswer(record, answers, field, answer) }, false);
        const isCameKnown = chain.fields.isApplicantCameToAppointment.isLocked;
        return (
          <Form noValidate aria-label={t('feedback.title')} className={styles.form}>
            <DraftAutosave draftKey={draftKey} pristine={pristine} />
            <FormFailure failure={failure} />
            {FEEDBACK_FIELDS.map((field) => (
              <AnswerField
                key={field}
                name={field}
                question={t(`feedback.${field}`, { name })}
                value={values[field]}
                isLocked={chain.fields[field].isLocked}
                isEnabled={chain.fields[field].isEnabled}
                onAnswer={(answer) => handleAnswer(field, answer)}
              />
            ))}
            {isCameKnown ? (
              values.comment && (
                <div>
                  <h3 className={styles.label}>{t('feedback.comment')}</h3>
                  <p className="breaks pre">{values.comment}</p>
                </div>
              )
            ) : (
              <TextAreaField
                name="comment"
                rows={3}
                maxLength={COMMENT_MAX}
                label={t('feedback.comment')}
                hint={t('feedback.commentHint')}
              />
            )}
            <div ref={foot} tabIndex={-1} className="stack gap-16">
              <RecordedBar
                application={application}
                appointment={appointment}
                isLocked={chain.isLocked}
                onCorrect={() => setDraft({ comment: values.comment })}
              />
              {!chain.isLocked && (
                <SaveFoot
                  application={application}
                  record={record}
                  answers={answers}
                  isSaved={
                    feedback.status === 'loaded' &&
                    recordedBefore === recordedAt &&
                    FEEDBACK_FIELDS.every((field) => draft?.[field] === answers[field])
                  }
                  isBusy={feedback.status === 'loading'}
                />
              )}
            </div>
            <ConfirmDialog
              open={early !== null}
              title={t('feedback.early.title')}
              text={t('feedback.early.text', { name, date: formatDay(appointmentAt), time: formatTime(appointmentAt) })}
              action={t('feedback.early.action')}
              onConfirm={() => early && send(early)}
              onCancel={() => setEarly(null)}
            />
          </Form>
        );
      }}
    </Formik>
  );
};

/** The feedback about the appointment. It is available only for an accepted appointment. */
export const FeedbackTab = ({ application }: { application: ApplicationDetail }) => {
  const t = useText();
  const params = useParams();
  const { search, state } = useLocation();
  const { id, job, appointment, isShortListed } = application;
  const isOpen = useOpenAppointment(application);
  if (appointment && acceptsFeedback(appointment.status.name))
    return isOpen ? <FeedbackForm key={appointment.id} application={application} appointment={appointment} /> : null;
  const isWaiting = appointment?.status.name === 'WAITING';
  const canInvite = isShortListed && application.status === 'in_progress';
  return (
    <EmptyState
      icon="calendar"
      title={<T id={isWaiting ? 'feedback.waiting.title' : 'jobDetail.feedbackForm.noAppointment'} />}
      text={<T id={isWaiting ? 'feedback.waiting.text' : 'feedback.none.text'} />}
      action={
        (isWaiting || canInvite) && (
          <ButtonLink
            to={`${paths.jobDetail(Number(params.jobId ?? job.id), id, 'appointment')}${search}`}
            state={state as unknown}
            icon="calendar"
          >
            {t(isWaiting ? 'feedback.waiting.action' : 'feedback.none.action')}
          </ButtonLink>
        )
      }
    />
  );
};
