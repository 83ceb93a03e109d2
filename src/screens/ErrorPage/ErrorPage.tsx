import { useLocation } from 'react-router-dom';
import { MessagePage } from '../../ui/MessagePage';
import { T, useText } from '../../ui/text';

/** What the sender of the user may have left in the route state. */
interface ErrorState {
  requestId?: string | null;
  key?: string;
}

/** A failure that no page could show in place. */
export const ErrorPage = () => {
  const t = useText();
  const state = useLocation().state as ErrorState | null;
  const code = state?.requestId ?? state?.key;
  return (
    <MessagePage
      icon="warning"
      failed
      title={t('errorPage.title')}
      text={t('errorPage.text')}
      trace={code && <T id="errorPage.code" values={{ code: <code key="code">{code}</code> }} />}
    />
  );
};
