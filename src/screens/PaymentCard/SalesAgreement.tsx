import { lazy, Suspense, useEffect, useState } from 'react';
import { contentRequested, selectContent } from '../../domains/reference';
import { selectUser } from '../../domains/session';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { CheckboxField } from '../../ui/CheckboxField';
import { LoadState } from '../../ui/LoadState';
import { Modal } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import { TextSkeleton } from './CardSkeleton';
import styles from './PaymentCard.module.css';

const SafeHtml = lazy(async () => ({ default: (await import('../../ui/SafeHtml')).SafeHtml }));

const AgreementModal = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const code = useAppSelector(selectUser)?.country.country_code ?? readSettings().countryCode;
  const content = useAppSelector(selectContent({ name: 'service-agreement', code }));
  const load = () => void dispatch(contentRequested({ name: 'service-agreement', code }));
  useEffect(() => void dispatch(contentRequested({ name: 'service-agreement', code })), [dispatch, code]);
  const heading = content.status === 'loaded' && <span lang={content.data.lang}>{content.data.title}</span>;
  return (
    <Modal open wide title={heading || t('payment.card.agreementTitle')} onClose={onClose}>
      <LoadState load={content} skeleton={<TextSkeleton />} onRetry={load}>
        <Suspense fallback={<TextSkeleton />}>{content.status === 'loaded' && <SafeHtml {...content.data} />}</Suspense>
      </LoadState>
    </Modal>
  );
};

/** The checkbox of the sales agreement, with a link that opens it: docs/PRODUCT.md#card-form. */
export const SalesAgreement = () => {
  const t = useText();
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
      {isOpen && <AgreementModal onClose={() => setIsOpen(false)} />}
    </>
  );
};
