import { useState } from 'react';
import {
  selectIsShortlistPending,
  shortlistToggled,
  type ApplicationDetail,
  hasWithdrawn,
  isMissed,
} from '../../../domains/applications';
import { paths } from '../../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../../store/hooks';
import { reopenRequested, selectIsDecisionPending } from '../../../domains/decisions';
import { selectCurrentAppointment } from '../../../domains/appointments';
import { dataOr } from '../../../domains/kit/loadable';
import { Button, ButtonLink } from '../../../ui/Button';
import { EmptyState } from '../../../ui/State';
import { T, useText } from '../../../ui/text';
import { LoadState, Skeleton } from '../../../ui/LoadState';
import { useApplicantAddress } from '../address';
import { useOpenAppointment } from '../forms';
import { AppointmentCard } from './AppointmentCard';
import { AppointmentForm, isOver } from './AppointmentForm';
import styles from './AppointmentTab.module.css';

interface GateProps {
  application: ApplicationDetail;
}

/** The shortlist of an inactive job is fixed, so this offers to publish the job again or to write instead. */
const InactiveJob = ({ application }: GateProps) => {
  const { jobId, search, state } = useApplicantAddress();
  const { id, user, job } = application;
  const isDeleted = job.status === 'deleted';
  return (
    <EmptyState
      icon="star"
      title={<T id="appointment.gate.title" />}
      text={<T id="appointment.gate.inactive" values={{ name: user.firstName, job: job.title, isDeleted }} />}
      action={
        <>
          {!isDeleted && (
            <ButtonLink to={paths.jobEdit(job.id)}>
              <T id="appointment.gate.job" />
            </ButtonLink>
          )}
          <ButtonLink to={`${paths.jobDetail(jobId, id, 'messages')}${search}`} state={state} look="primary">
            <T id="appointment.gate.write" values={{ name: user.firstName }} />
          </ButtonLink>
        </>
      }
    />
  );
};

/**
 * Only shortlisted applicants can be invited, so this offers to shortlist the applicant: docs/PRODUCT.md#invitation.
 */
const ShortlistGate = ({ application }: GateProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { id, user, job } = application;
  const pending = useAppSelector(selectIsShortlistPending(id));
  if (job.status !== 'active') return <InactiveJob application={application} />;
  return (
    <EmptyState
      icon="star"
      title={<T id="appointment.gate.title" />}
      text={<T id="appointmentShortlistErrorMessage" />}
      action={
        <Button
          look="primary"
          icon="star"
          className={styles.gate}
          busy={pending}
          onClick={() => dispatch(shortlistToggled({ id, isShortlisted: true }))}
        >
          {t('appointment.gate.action', { name: user.firstName })}
        </Button>
      }
    />
  );
};

/** A declined applicant cannot be invited, so this offers to reopen the application. */
const DeclinedGate = ({ application: { id, user } }: { application: ApplicationDetail }) => {
  const dispatch = useAppDispatch();
  const isPending = useAppSelector(selectIsDecisionPending(id));
  return (
    <EmptyState
      icon="calendar"
      title={<T id="appointment.gate.declined" />}
      text={<T id="appointment.gate.declinedText" values={{ name: user.firstName }} />}
      action={
        <Button look="primary" busy={isPending} onClick={() => dispatch(reopenRequested({ applicationId: id }))}>
          <T id="decisions.reopen" />
        </Button>
      }
    />
  );
};

const FormSkeleton = () => (
  <div className="stack gap-16">
    <Skeleton width="100%" height={44} />
    <Skeleton width="100%" height={300} />
    <Skeleton width="100%" height={44} />
  </div>
);

/** Shows the appointment with the applicant, or the invitation form if there is none. */
export const AppointmentTab = ({ application }: { application: ApplicationDetail }) => {
  const { place } = useFields(selectCurrentAppointment, 'place');
  const { id, appointment, isShortListed } = application;
  const isOpen = useOpenAppointment(application);
  const isFree = appointment === null || isOver(appointment.status.name) || isMissed(appointment);
  const isWithdrawn = hasWithdrawn(application);
  const canInvite = isFree && !application.decision && !isWithdrawn;
  // The application whose button "Add to the shortlist" the form replaced.
  const [gatedId, setGatedId] = useState<number | null>(null);
  if (canInvite && !isShortListed && gatedId !== id) setGatedId(id);
  return (
    <div className={styles.tab}>
      {appointment && <AppointmentCard application={application} appointment={appointment} />}
      {isFree && application.decision && <DeclinedGate application={application} />}
      {isFree && isWithdrawn && (
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
