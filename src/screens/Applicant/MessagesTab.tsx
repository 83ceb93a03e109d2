import type { ApplicationDetail } from '../../domains/applications';
import { Conversation } from '../../widgets/Conversation/Conversation';
import styles from './Applicant.module.css';

/** The conversation with the applicant. The owner of the job is the employer's side. */
export const MessagesTab = ({ application }: { application: ApplicationDetail }) => (
  <div className={styles.messages}>
    <Conversation userId={application.job.userId} workerId={application.user.id} />
  </div>
);
