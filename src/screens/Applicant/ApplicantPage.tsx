import { useEffect } from 'react';
import { applicantLeft, applicantOpened, selectApplicant } from '../../domains/applications';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { PageHeading } from '../../ui/PageHeading';
import { useApplicantAddress } from './address';
import { AppointmentTab } from './appointment/AppointmentTab';
import { FeedbackTab } from './feedback/FeedbackTab';
import { MessagesTab } from './MessagesTab';

/** One applicant in four tabs. */
export const ApplicantPage = () => {
  const dispatch = useAppDispatch();
  const { applicationId, tab } = useApplicantAddress();
  const { detail } = useAppSelector(selectApplicant);
  useEffect(() => void dispatch(applicantOpened({ applicationId })), [dispatch, applicationId]);
  useEffect(() => () => void dispatch(applicantLeft()), [dispatch]);
  if (detail.status !== 'loaded') return null;
  const { user } = detail.data;
  return (
    <>
      <PageHeading title={`${user.firstName} ${user.lastName}`} />
      {tab === 'messages' && <MessagesTab application={detail.data} />}
      {tab === 'appointment' && <AppointmentTab application={detail.data} />}
      {tab === 'feedback' && <FeedbackTab application={detail.data} />}
    </>
  );
};
