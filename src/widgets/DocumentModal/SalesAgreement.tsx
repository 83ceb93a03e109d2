import { useState } from 'react';
import { selectUser } from '../../domains/session';
import { readSettings } from '../../lib/settings';
import { useAppSelector } from '../../store/hooks';
import { CheckboxField } from '../../ui/CheckboxField';
import { LinkButton } from '../../ui/LinkButton';
import { T, useText } from '../../ui/text';
import { DocumentModal } from './DocumentModal';
import styles from './SalesAgreement.module.css';

/** The checkbox of the sales agreement, with a link that opens it: docs/PRODUCT.md#card-form. Use it inside Formik. */
export const SalesAgreement = () => {
  const t = useText();
  const code = useAppSelector(selectUser)?.country.country_code ?? readSettings().countryCode;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <CheckboxField name="agreement" label={t('payment.card.agreement')}>
        <div className={styles.read}>
          <LinkButton onClick={() => setIsOpen(true)}>
            <T id="payment.card.agreementRead" />
          </LinkButton>
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
