import type { ApplicationDetail } from '../../../domains/applications';

/** The appointment with the applicant. */
export const AppointmentTab = ({ application }: { application: ApplicationDetail }) => (
  <p>{application.appointment?.startAt}</p>
);
