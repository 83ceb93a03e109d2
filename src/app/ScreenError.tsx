import { Button } from '../ui/Button';
import { MessagePage } from '../ui/MessagePage';
import { useText } from '../ui/text';

/** Stands in for one screen that broke, or whose part of the program did not arrive; the frame around it lives on. */
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
