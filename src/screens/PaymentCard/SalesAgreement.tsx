import { useState } from 'react';
import { selectUser } from '../../domains/session';
import { readSettings } from '../../lib/settings';
import { useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { CheckboxField } from '../../ui/CheckboxField';
import { T, useText } from '../../ui/text';
import { DocumentModal } from '../../widgets/DocumentModal/DocumentModal';
import styles from './PaymentCard.module.css';

/** The checkbox of the sales agreement, with a link that opens it: docs/PRODUCT.md#card-form. */
export const SalesAgreement = () => {
  const t = useText();
  const code = useAppSelector(selectUser)?.country.country_code ?? readSettings().countryCode;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <CheckboxField name="agreement" label={t('payment.card.agreement')}>
        <div className={styles.read}>
          <Button look="quiet" small onClick={() => setIsOpen(true)}>
            <T id="payment.card.agreementRead" />
          </Button>
        </div>
      </CheckboxField>
      {isOpen && (
        <DocumentModal
          name="service-agreement"
          code={code}
          title={t('payment.card.agreementTitle')}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
};
