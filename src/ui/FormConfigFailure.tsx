import { useState } from 'react';
import { FORM_CONFIG_CODE } from '../../contract/constants/limits';
import { Button } from './Button';
import { Modal } from './Modal';
import { SupportButton } from './State';
import { useText } from './text';
import { useOnlineAgain } from './useDelayed';

interface FormConfigFailureProps {
  /** Why the form definition failed to load, or null. A new failure opens the dialog again. */
  failure: { kind: string; status: number } | null;
  onRetry: () => void;
  onClose?: () => void;
}

/** On a 401 the user signs in again, which also loads the definition again. */
const SIGNED_OUT = 401;

/**
 * Tells the user that the form definition failed to load, with the code that support needs, and loads it again once the
 * network is back: docs/PRODUCT.md#error-pages.
 */
export const FormConfigFailure = ({ failure, onRetry, onClose }: FormConfigFailureProps) => {
  const t = useText();
  useOnlineAgain(() => failure?.kind === 'network' && onRetry());
  const [closed, setClosed] = useState<object | null>(null);
  const handleClose = () => {
    setClosed(failure);
    onClose?.();
  };
  return (
    <Modal
      open={failure !== null && failure.status !== SIGNED_OUT && failure !== closed}
      title={t('errors.formConfig.title')}
      text={t('errors.anErrorOccurred', { code: String(FORM_CONFIG_CODE) })}
      onClose={handleClose}
      foot={
        <>
          <SupportButton />
          <Button onClick={handleClose}>{t('ui.close')}</Button>
          <Button look="primary" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        </>
      }
    />
  );
};
