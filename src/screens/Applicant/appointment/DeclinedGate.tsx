import type { ApplicationDetail } from '../../../domains/applications';
import { reopenRequested, selectIsDecisionPending } from '../../../domains/decisions';
import { useAppDispatch, useAppSelector } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/State';
import { T } from '../../../ui/text';

/** A declined applicant cannot be invited, so this offers to reopen the application. */
export const DeclinedGate = ({ application: { id, user } }: { application: ApplicationDetail }) => {
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
