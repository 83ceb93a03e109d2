import { useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/Button';
import { MessagePage } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { useNavigate } from '../../ui/router';
import { useOnlineAgain } from '../../ui/useDelayed';
import { NO_RESPONSE } from '../../lib/http';

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
  const isUnreachable = state?.key === NO_RESPONSE && !isSave;
  const isFirst = key === FIRST_ENTRY;
  const text = code ? t('errors.anErrorOccurred', { code }) : t('errorPage.text');
  // The page before it reads again; a form is saved again only by its user.
  useOnlineAgain(() => isUnreachable && !isFirst && navigate(-1));
  return (
    <MessagePage
      icon={isUnreachable ? 'offline' : 'warning'}
      failed
      title={t(isUnreachable ? 'ui.failed.offlineTitle' : isSave ? 'errorPage.saveTitle' : 'errorPage.title')}
      text={
        <>
          <span>{isUnreachable ? t('errors.kinds.network') : text}</span>{' '}
          {isSave && (
            <>
              <br />
              <T id="errorPage.kept" />
            </>
          )}
        </>
      }
      action={
        !isFirst && (
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
