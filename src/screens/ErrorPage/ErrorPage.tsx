import { useLocation, useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/Button';
import { MessagePage } from '../../ui/MessagePage';
import { useText } from '../../ui/text';

/** The route state that the redirecting page may set. */
interface ErrorState {
  requestId?: string | null;
  key?: string;
}

/** The key that the router gives to the first history entry of a visit, which has no page before it. */
const FIRST_ENTRY = 'default';

/** Shows a failure that no page could show in place. Going back tries again. */
export const ErrorPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const { state: left, key } = useLocation();
  const state = left as ErrorState | null;
  const code = state?.requestId ?? state?.key;
  return (
    <MessagePage
      icon="warning"
      failed
      title={t('errorPage.title')}
      text={code ? t('errors.anErrorOccurred', { code }) : t('errorPage.text')}
      action={
        key !== FIRST_ENTRY && (
          <>
            <Button look="primary" onClick={() => void navigate(-1)}>
              {t('errorPage.back')}
            </Button>
            <ButtonLink to="/">{t('pages.home')}</ButtonLink>
          </>
        )
      }
    />
  );
};
