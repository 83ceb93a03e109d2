import { feedbackChain, type FeedbackAnswers, type FeedbackRecord } from '../../../../contract/constants/feedback';
import { FEEDBACK_UNDO_MINUTES } from '../../../../contract/constants/feedbackRemoval';
import type { ApplicationDetail } from '../../../domains/applications';
import { Button } from '../../../ui/Button';
import { T, useText } from '../../../ui/text';
import { endingOf, isChanged } from './form';
import styles from './FeedbackTab.module.css';

interface SaveFootProps {
  application: ApplicationDetail;
  record: FeedbackRecord;
  /** The answers of the form. */
  answers: FeedbackAnswers;
  isBusy: boolean;
}

/** Says before the answers are saved what they become, what they end and for how long they can be undone. */
export const SaveFoot = ({ application, record, answers, isBusy }: SaveFootProps) => {
  const t = useText();
  const { status, recorded } = feedbackChain(record, answers);
  const isNew = isChanged(record, answers);
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
            {status && <T id="feedback.becomes" values={{ status: t(`appointments.status.${status}`) }} />}{' '}
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
