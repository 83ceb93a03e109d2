import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { T } from '../../ui/text';

/**
 * Says that the link is no longer valid, with buttons for the home page and for another link:
 * docs/PRODUCT.md#new-password.
 */
export const InvalidLink = () => {
  const navigate = useNavigate();
  const leaveFor = (path: string) => () => void navigate(path, { replace: true });
  return (
    <Modal
      open
      title={<T id="resetPassword.invalidTitle" />}
      text={<T id="resetPassword.invalidToken" />}
      onClose={leaveFor(paths.home())}
      foot={
        <>
          <Button onClick={leaveFor(paths.home())}>
            <T id="resetPassword.home" />
          </Button>
          <Button look="primary" onClick={leaveFor(paths.forgetPassword())}>
            <T id="resetPassword.askAgain" />
          </Button>
        </>
      }
    />
  );
};
