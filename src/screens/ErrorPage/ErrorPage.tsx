import { useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/Button';
import { MessagePage } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { useNavigate } from '../../ui/router';

/** The route state that the redirecting page may set. */
interface ErrorState {
  requestId?: string | null;
  key?: string;
  /** A form was not saved. */
  isSave?: boolean;
}

/** The key that the router gives to the first history entry of a visit, which has no page before it. */
const FIRST_ENTRY = 'default';

/** Shows a failure that no page could show in place. Going back tries again; a form still holds what was typed. */
export const ErrorPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const { state: routeState, key } = useLocation();
  const state = routeState as ErrorState | null;
  const code = state?.requestId ?? state?.key;
  const isSave = state?.isSave === true;
  const text = code ? t('errors.anErrorOccurred', { code }) : t('errorPage.text');
  return (
    <MessagePage
      icon="warning"
      failed
      title={t(isSave ? 'errorPage.saveTitle' : 'errorPage.title')}
      text={
        <>
          <span>{text}</span>{' '}
          {isSave && (
            <>
              <br />
              <T id="errorPage.kept" />
            </>
          )}
        </>
      }
      action={
        key !== FIRST_ENTRY && (
          <>
            <Button look="primary" onClick={() => navigate(-1)}>
              {t(isSave ? 'errorPage.toForm' : 'errorPage.back')}
            </Button>
            <ButtonLink to="/">{t('pages.home')}</ButtonLink>
          </>
        )
      }
    />
  );
};
