import { Button } from '../ui/Button';
import { MessagePage } from '../ui/MessagePage';
import { useText } from '../ui/text';

/** Replaces one screen that crashed or failed to load; the shell around it stays. */
export const ScreenError = () => {
  const t = useText();
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
