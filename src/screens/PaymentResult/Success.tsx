import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { Outcome } from './Outcome';

export const Success = ({ balance }: { balance: number }) => {
  const t = useText();
  return (
    <Outcome
      look="good"
      icon="check"
      title={t('payment.result.success')}
      actions={
        <>
          <ButtonLink to={paths.jobCreate()} look="primary" icon="plus">
            <T id="payment.result.createJob" />
          </ButtonLink>
          <ButtonLink to={paths.statement()}>
            <T id="payment.toStatement" />
          </ButtonLink>
        </>
      }
    >
      {t('payment.result.successText', { count: balance })}
    </Outcome>
  );
};
