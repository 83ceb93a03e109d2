import { use, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { Button } from '../ui/Button';
import { MessagePage } from '../ui/MessagePage';
import { ReplayContext } from '../ui/replay';
import { useText } from '../ui/text';
import { useOnlineAgain } from '../ui/useOnlineAgain';

/** Whether a part of the program could not load because the device is offline. */
const isOfflineLoad = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ChunkLoadError' && !navigator.onLine;

/** Replaces one screen that crashed or failed to load; the shell around it stays. */
export const ScreenError = () => {
  const t = useText();
  const replay = use(ReplayContext);
  const navigate = useNavigate();
  const location = useLocation();
  const error = useRouteError();
  const [isOffline] = useState(() => isOfflineLoad(error));
  // Another visit of the same address removes this page. A reload without a connection would lose the program.
  useOnlineAgain(() => isOffline && void navigate(location, { replace: true, state: location.state as unknown }));
  if (replay) return replay.brokenScreen;
  if (isOffline)
    return <MessagePage icon="offline" failed title={t('ui.failed.offlineTitle')} text={t('errors.kinds.network')} />;
  return (
    <MessagePage
      icon="warning"
      failed
      title={t('errorPage.title')}
      text={t('errorPage.text')}
      action={
        <Button look="primary" onClick={() => globalThis.location.reload()}>
          {t('ui.retry')}
        </Button>
      }
    />
  );
};
