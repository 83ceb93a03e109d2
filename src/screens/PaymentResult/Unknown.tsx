import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { Outcome } from './Outcome';

/** The address names no payment of this company. */
export const Unknown = () => {
  const t = useText();
  return (
    <Outcome
      look="open"
      icon="help"
      title={t('payment.result.unknown')}
      actions={
        <>
          <ButtonLink to={paths.statement()} look="primary">
            <T id="payment.toStatement" />
          </ButtonLink>
          <ButtonLink to={paths.packages()}>
            <T id="payment.toPackages" />
          </ButtonLink>
        </>
      }
    >
      {t('payment.result.unknownText')}
    </Outcome>
  );
};
