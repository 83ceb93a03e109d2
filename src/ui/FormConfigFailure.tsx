import { useState } from 'react';
import { FORM_CONFIG_CODE } from '../../contract/constants/limits';
import { Button } from './Button';
import { Modal } from './Modal';
import { SupportButton } from './SupportButton';
import { useText } from './text';

interface FormConfigFailureProps {
  /** Why the definition of a form did not load; null while nothing failed. A new one is said anew. */
  failure: { status: number } | null;
  onRetry: () => void;
  onClose?: () => void;
}

/** Whoever lost the session is asked to sign in, which loads it again. */
const SIGNED_OUT = 401;

/** Says that a form's definition did not load, with the code that support asks for. Spec 1, point 8. */
export const FormConfigFailure = ({ failure, onRetry, onClose }: FormConfigFailureProps) => {
  const t = useText();
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
