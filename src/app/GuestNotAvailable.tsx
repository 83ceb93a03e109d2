import { useLocation } from 'react-router-dom';
import { paths } from '../lib/paths';
import { ButtonLink } from '../ui/Button';
import { GuestFrame } from '../ui/GuestFrame';
import { MessagePage } from '../ui/MessagePage';
import { useText } from '../ui/text';

/** A page for guests that this version does not have; the way to sign in keeps the page that was wanted. */
export const GuestNotAvailable = () => {
  const t = useText();
  const { state } = useLocation();
  return (
    <GuestFrame>
      <MessagePage
        icon="briefcase"
        title={t('notAvailable.title')}
        text={t('notAvailable.text')}
        action={
          <ButtonLink to={paths.login()} state={state} look="primary">
            {t('pages.signIn')}
          </ButtonLink>
        }
      />
    </GuestFrame>
  );
};
