import { use, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { reloadPage } from '../lib/reloadPage';
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
  const error = useRouteError();
  const [isOffline] = useState(() => isOfflineLoad(error));
  // React keeps the failed load of a part, so only a new page tries again. A reload offline would lose the program.
  useOnlineAgain(() => isOffline && reloadPage());
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
        <Button look="primary" onClick={reloadPage}>
          {t('ui.retry')}
        </Button>
      }
    />
  );
};
