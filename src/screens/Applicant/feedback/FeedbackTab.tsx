import { CALLED_OFF_STATUSES } from '../../../../contract/constants/statuses';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { selectCurrentAppointment, tabOpened } from '../../../domains/appointments';
import type { ApplicationDetail } from '../../../domains/applications';
import { paths } from '../../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../../store/hooks';
import { ButtonLink } from '../../../ui/Button';
import { EmptyState } from '../../../ui/State';
import { T, useText } from '../../../ui/text';
import { FeedbackForm } from './FeedbackForm';

/** The feedback about the appointment. It is available only for an accepted appointment. */
export const FeedbackTab = ({ application }: { application: ApplicationDetail }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const params = useParams();
  const { id, job, appointment } = application;
  useEffect(() => void dispatch(tabOpened({ applicationId: id, jobId: job.id })), [dispatch, id, job.id]);
  const isOpen = useAppSelector((state) => selectCurrentAppointment(state).applicationId === id);
  const status = appointment?.status.name;
  if (appointment && status && status !== 'WAITING' && !CALLED_OFF_STATUSES.includes(status))
    return isOpen ? <FeedbackForm key={appointment.id} application={application} appointment={appointment} /> : null;
  const isWaiting = status === 'WAITING';
  return (
    <EmptyState
      icon="calendar"
      title={<T id={isWaiting ? 'feedback.waiting.title' : 'jobDetail.feedbackForm.noAppointment'} />}
      text={<T id={isWaiting ? 'feedback.waiting.text' : 'feedback.none.text'} />}
      action={
        <ButtonLink
          to={paths.jobDetail(Number(params.jobId ?? job.id), id, 'appointment')}
          look={isWaiting ? 'secondary' : 'primary'}
          icon="calendar"
        >
          {t(isWaiting ? 'feedback.waiting.action' : 'feedback.none.action')}
        </ButtonLink>
      }
    />
  );
};
