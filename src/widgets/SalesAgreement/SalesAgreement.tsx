import { lazy, Suspense, useEffect, useState } from 'react';
import { contentRequested, selectContent } from '../../domains/reference';
import { selectUser } from '../../domains/session';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { CheckboxField } from '../../ui/CheckboxField';
import { LinkButton } from '../../ui/LinkButton';
import { LoadState } from '../../ui/LoadState';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { T, useText } from '../../ui/text';
import styles from './SalesAgreement.module.css';

const SafeHtml = lazy(async () => ({ default: (await import('../../ui/SafeHtml')).SafeHtml }));

const LINES = ['60%', '100%', '100%', '80%', '100%', '40%'];

const TextSkeleton = () => (
  <div className={styles.lines}>
    {LINES.map((width, at) => (
      <Skeleton key={at} width={width} />
    ))}
  </div>
);

const AgreementModal = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const code = useAppSelector(selectUser)?.country.country_code ?? readSettings().countryCode;
  const content = useAppSelector(selectContent({ name: 'service-agreement', code }));
  const load = () => void dispatch(contentRequested({ name: 'service-agreement', code }));
  useEffect(() => void dispatch(contentRequested({ name: 'service-agreement', code })), [dispatch, code]);
  const title = content.status === 'loaded' ? content.data.title : t('payment.card.agreementTitle');
  return (
    <Modal open wide title={title} onClose={onClose}>
      <LoadState load={content} skeleton={<TextSkeleton />} onRetry={load}>
        <Suspense fallback={<TextSkeleton />}>
          {content.status === 'loaded' && <SafeHtml html={content.data.html} />}
        </Suspense>
      </LoadState>
    </Modal>
  );
};

/** The checkbox of the sales agreement, with a link that opens it: docs/PRODUCT.md#card-form. Use it inside Formik. */
export const SalesAgreement = () => {
  const t = useText();
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
      {isOpen && <AgreementModal onClose={() => setIsOpen(false)} />}
    </>
  );
};
