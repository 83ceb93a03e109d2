import { fullName, shortName } from '../../../contract/constants/text';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { declineRequested, selectIsDecisionPending } from '../../domains/decisions';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { useText } from '../../ui/text';

interface OtherWayOfferProps extends Pick<NonNullable<ApplicationRow['otherWay']>, 'by'> {
  open: NonNullable<NonNullable<ApplicationRow['otherWay']>['open']>;
}

/** Offers to decline the person's other application, which came another way: docs/PRODUCT.md#deciding. */
export const OtherWayOffer = ({ by, open }: OtherWayOfferProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { applicationId, jobTitle, firstName, lastName } = open;
  const isPending = useAppSelector(selectIsDecisionPending(applicationId));
  const handleClick = () => {
    const name = fullName({ firstName, lastName });
    dispatch(declineRequested({ applicationId, name, options: { reason: 'duplicate' }, isOther: true }));
  };
  return (
    <Button small busy={isPending} onClick={handleClick}>
      {t('decisions.bar.other', { by, name: shortName({ firstName, lastName }), job: jobTitle })}
    </Button>
  );
};
