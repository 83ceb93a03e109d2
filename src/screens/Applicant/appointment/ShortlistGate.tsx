import { selectIsShortlistPending, shortlistToggled, type ApplicationDetail } from '../../../domains/applications';
import { useAppDispatch, useAppSelector } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/State';
import { T, useText } from '../../../ui/text';
import styles from './AppointmentTab.module.css';

/**
 * Only shortlisted applicants can be invited, so this offers to shortlist the applicant: docs/PRODUCT.md#invitation.
 */
export const ShortlistGate = ({ application }: { application: ApplicationDetail }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { id, user } = application;
  const pending = useAppSelector(selectIsShortlistPending(id));
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
