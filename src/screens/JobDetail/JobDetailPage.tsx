import { Outlet, useParams } from 'react-router-dom';
import { ApplicationTabs } from '../../widgets/ApplicationList/ApplicationTabs';
import { useApplicationsAddress } from '../../widgets/ApplicationList/useApplicationsAddress';
import { useOpenPage } from '../../widgets/ApplicationList/useOpenPage';

/** The applications of one job, and the applicant who was chosen. */
export const JobDetailPage = () => {
  const { jobId, applicationId } = useParams();
  const address = useApplicationsAddress(Number(jobId) || null);
  const open = useOpenPage(address);
  return applicationId === undefined ? <ApplicationTabs address={address} numbered={{ onRetry: open }} /> : <Outlet />;
};
