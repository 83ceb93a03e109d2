import type { ApplicationDetail } from '../../domains/applications';
import { Conversation } from '../../widgets/Conversation/Conversation';

/** The conversation with the applicant: the employer's side is whoever the job belongs to. */
export const MessagesTab = ({ application }: { application: ApplicationDetail }) => (
  <Conversation userId={application.job.userId} workerId={application.user.id} />
);
