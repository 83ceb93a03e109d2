import type { ApplicationDetail } from '../../../domains/applications';

/** What came of the appointment. */
export const FeedbackTab = ({ application }: { application: ApplicationDetail }) => (
  <p>{application.appointment?.startAt}</p>
);
