import { useText } from '../../ui/text';
import { Outcome } from './Outcome';

/** Shows that the server's answer is loading. */
export const Checking = () => {
  const t = useText();
  return (
    <Outcome look="open" icon="clock" title={t('payment.result.asked')}>
      {t('payment.result.askedText')}
    </Outcome>
  );
};
