import { useMemo, useState } from 'react';
import { Form, Formik } from 'formik';
import { FEEDBACK_FIELDS, feedbackChain, type FeedbackField } from '../../../../contract/constants/feedback';
import { COMMENT_MAX } from '../../../../contract/constants/limits';
import type { Appointment } from '../../../../contract/schemas/appointments';
import { feedbackSubmitted, selectCurrentAppointment } from '../../../domains/appointments';
import type { ApplicationDetail } from '../../../domains/applications';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { FormMessage } from '../../../ui/FormMessage';
import { FailureText } from '../../../ui/State';
import { T, useText } from '../../../ui/text';
import { TextAreaField } from '../../../ui/TextAreaField';
import { DraftAutosave, useDraftKey, useSavedDraft } from '../formDraft';
import { AnswerField } from './AnswerField';
import styles from './FeedbackTab.module.css';
import {
  withAnswer,
  answersOf,
  feedbackSchema,
  fromAppointment,
  isChanged,
  recordOf,
  toSubmission,
  withDraft,
  type FeedbackValues,
} from './form';

interface FeedbackFormProps {
  application: ApplicationDetail;
  appointment: Appointment;
}

/**
 * The four questions of the feedback chain. Recorded answers are locked, and at the end of the chain all are:
 * docs/PRODUCT.md#feedback-chain.
 */
export const FeedbackForm = ({ application, appointment }: FeedbackFormProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { feedback } = useFields(selectCurrentAppointment, 'feedback');
  const draftKey = useDraftKey('feedback', application.id);
  // The sent values replace the stored draft, and the form shows them until the updated appointment arrives.
  const [draft, setDraft] = useState(useSavedDraft<FeedbackValues>(draftKey));
  const pristine = useMemo(() => fromAppointment(appointment), [appointment]);
  const initial = useMemo(() => withDraft(pristine, draft), [pristine, draft]);
  const record = recordOf(appointment);
  const failure = feedback.status === 'failed' && feedback.error.status !== 401 ? feedback.error : null;
  const place = { applicationId: application.id, jobId: application.job.id, appointment };
  const name = application.user.firstName;
  return (
    <Formik
      initialValues={initial}
      enableReinitialize
      validationSchema={feedbackSchema}
      onSubmit={async (values) => {
        if (feedback.status === 'loading' || !isChanged(record, answersOf(values))) return;
        setDraft(values);
        dispatch(feedbackSubmitted(toSubmission(values, place)));
      }}
    >
      {({ values, setValues }) => {
        const answers = answersOf(values);
        const chain = feedbackChain(record, answers);
        const isNew = isChanged(record, answers);
        const handleAnswer = (field: FeedbackField, answer: boolean | null) =>
          void setValues({ ...values, ...withAnswer(record, answers, field, answer) });
        const isCameKnown = chain.fields.isApplicantCameToAppointment.isLocked;
        return (
          <Form noValidate aria-label={t('feedback.title')} className={styles.form}>
            <DraftAutosave draftKey={draftKey} pristine={pristine} />
            {failure && (
              <FormMessage>
                <FailureText failure={failure} />
              </FormMessage>
            )}
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
                  <p className={styles.comment}>{values.comment}</p>
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
            {chain.isLocked ? (
              <p className={styles.note}>
                <T id="feedback.atEnd" />
              </p>
            ) : (
              <div className={styles.foot}>
                <p className={styles.soft} aria-live="polite">
                  {isNew && chain.status && (
                    <T id="feedback.becomes" values={{ status: t(`appointments.status.${chain.status}`) }} />
                  )}
                </p>
                <Button type="submit" look="primary" disabled={!isNew} busy={feedback.status === 'loading'}>
                  {t('feedback.save')}
                </Button>
              </div>
            )}
          </Form>
        );
      }}
    </Formik>
  );
};
