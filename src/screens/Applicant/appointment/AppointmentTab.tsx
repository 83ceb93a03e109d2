import { useEffect, useState } from 'react';
import { selectCurrentAppointment, tabOpened } from '../../../domains/appointments';
import { isMissed, selectIsShortListed, type ApplicationDetail } from '../../../domains/applications';
import { dataOr } from '../../../domains/kit/loadable';
import { useAppDispatch, useAppSelector, useFields } from '../../../store/hooks';
import { LoadState } from '../../../ui/LoadState';
import { EmptyState } from '../../../ui/State';
import { Skeleton } from '../../../ui/Skeleton';
import { T } from '../../../ui/text';
import { AppointmentCard } from './AppointmentCard';
import { AppointmentForm } from './AppointmentForm';
import styles from './AppointmentTab.module.css';
import { isOver } from './rules';
import { DeclinedGate } from './DeclinedGate';
import { ShortlistGate } from './ShortlistGate';

const FormSkeleton = () => (
  <div className={styles.form}>
    <Skeleton width="100%" height={44} />
    <Skeleton width="100%" height={300} />
    <Skeleton width="100%" height={44} />
  </div>
);

/** Shows the appointment with the applicant, or the invitation form if there is none. */
export const AppointmentTab = ({ application }: { application: ApplicationDetail }) => {
  const dispatch = useAppDispatch();
  const { applicationId: openId, place } = useFields(selectCurrentAppointment, 'applicationId', 'place');
  const { id, job, appointment } = application;
  const isShortListed = useAppSelector(selectIsShortListed(id));
  useEffect(() => void dispatch(tabOpened({ applicationId: id, jobId: job.id })), [dispatch, id, job.id]);
  const isOpen = openId === id;
  const isFree = appointment === null || isOver(appointment.status.name) || isMissed(appointment);
  const hasWithdrawn = application.status === 'rejected' && !application.decision;
  const canInvite = isFree && !application.decision && !hasWithdrawn;
  // The application whose button "Add to the shortlist" the form replaced.
  const [gatedId, setGatedId] = useState<number | null>(null);
  if (canInvite && !isShortListed && gatedId !== id) setGatedId(id);
  return (
    <div className={styles.tab}>
      {appointment && <AppointmentCard application={application} appointment={appointment} />}
      {isFree && application.decision && <DeclinedGate application={application} />}
      {isFree && hasWithdrawn && (
        <EmptyState
          icon="calendar"
          title={<T id="applicant.withdrew" values={{ name: application.user.firstName }} />}
        />
      )}
      {canInvite && !isShortListed && <ShortlistGate application={application} />}
      {canInvite && isShortListed && (
        <LoadState load={isOpen ? place : { status: 'loading' }} skeleton={<FormSkeleton />}>
          <AppointmentForm
            key={id}
            application={application}
            jobPlace={dataOr(place, null)}
            takesFocus={gatedId === id}
          />
        </LoadState>
      )}
    </div>
  );
};
