import { selectIsShortlistPending, shortlistToggled, type ApplicationDetail } from '../../../domains/applications';
import { paths } from '../../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../../store/hooks';
import { Button, ButtonLink } from '../../../ui/Button';
import { EmptyState } from '../../../ui/State';
import { T, useText } from '../../../ui/text';
import { useApplicantAddress } from '../address';
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
export const ShortlistGate = ({ application }: GateProps) => {
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
