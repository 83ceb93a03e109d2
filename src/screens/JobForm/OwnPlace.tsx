import { useEffect, useState } from 'react';
import { additionReset, locationSubmitted, selectJobLookups } from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import { locationText } from '../../lib/location';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { useText } from '../../ui/text';
import { AdditionProblem } from './AdditionDialog';

/** Offers the user's own place as the first place of work, with one press. As the only place it is chosen at once. */
export const OwnPlace = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { newLocation } = useFields(selectJobLookups, 'newLocation');
  /** True from the press on, because the dialog for other places shares the state of the addition. */
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => () => void dispatch(additionReset()), [dispatch]);
  const location = user?.location;
  if (!user || !location) return null;
  const place = location.name ?? locationText(location);
  const handlePress = () => {
    setIsPressed(true);
    dispatch(locationSubmitted({ ownerId: null, name: user.companyName ?? place, location: locationText(location) }));
  };
  return (
    <>
      <Button icon="pin" small busy={isPressed && newLocation.status === 'loading'} onClick={handlePress}>
        {t('jobForm.ownPlace', { place })}
      </Button>
      {isPressed && <AdditionProblem addition={newLocation} />}
    </>
  );
};
