import { useText } from '../../ui/text';
import { Outcome } from './Outcome';

export const Checking = () => {
  const t = useText();
  return (
    <Outcome look="open" icon="clock" title={t('payment.result.asked')}>
      {t('payment.result.askedText')}
    </Outcome>
  );
};
