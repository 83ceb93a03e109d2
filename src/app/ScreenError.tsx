import { use } from 'react';
import { Button } from '../ui/Button';
import { MessagePage } from '../ui/MessagePage';
import { ReplayContext } from '../ui/replay';
import { useText } from '../ui/text';

/** Replaces one screen that crashed or failed to load; the shell around it stays. */
export const ScreenError = () => {
  const t = useText();
  const replay = use(ReplayContext);
  if (replay) return replay.brokenScreen;
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
