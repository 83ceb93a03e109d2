import { useCallback } from 'react';
import { useBlocker, useLocation, type Location } from 'react-router-dom';
import { editLeft } from '../../domains/profile';
import { paths } from '../../lib/paths';
import { useAppDispatch } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { useText } from '../../ui/text';

/** The user comes back from these pages without losing changes. */
const ROUND_TRIPS: readonly string[] = [paths.smsVerify(), paths.error(), paths.profileEdit()];

const isSaved = ({ state }: Location) => (state as { saved?: boolean } | null)?.saved === true;

/** Asks for confirmation before the user leaves the page with unsaved changes, which are lost then. */
export const LeaveGuard = ({ isChanged }: { isChanged: boolean }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { key } = useLocation();
  const shouldAsk = useCallback(
    ({ nextLocation }: { nextLocation: Location }) =>
      isChanged && !ROUND_TRIPS.includes(nextLocation.pathname) && !isSaved(nextLocation),
    [isChanged],
  );
  const blocker = useBlocker(shouldAsk);
  const handleLeave = () => {
    dispatch(editLeft({ entry: key }));
    blocker.proceed?.();
  };
  const handleStay = () => blocker.reset?.();
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('profile.edit.leave.title')}
      text={t('profile.edit.leave.text')}
      focusOn="[data-cancel]"
      onClose={handleStay}
      foot={
        <>
          <Button data-cancel="" onClick={handleStay}>
            {t('profile.edit.leave.stay')}
          </Button>
          <Button look="primary" onClick={handleLeave}>
            {t('profile.edit.leave.action')}
          </Button>
        </>
      }
    />
  );
};
