import { useCallback, useEffect, useState } from 'react';
import type { ContentName } from '../../../contract/constants/options';
import { contentRequested, selectContent } from '../../domains/reference';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { lazyPart } from '../../ui/lazyPart';
import { LoadState, Skeleton } from '../../ui/LoadState';
import { Modal } from '../../ui/Modal';
import { selectUser } from '../../domains/session';
import { readSettings } from '../../lib/settings';
import { CheckboxField } from '../../ui/fields';
import { LinkButton } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import styles from './DocumentModal.module.css';

const LINES = ['60%', '100%', '100%', '80%', '100%', '40%'];

const TextSkeleton = () => (
  <div className="stack gap-12">
    {LINES.map((width, at) => (
      <Skeleton key={at} width={width} />
    ))}
  </div>
);

const SafeHtml = lazyPart(async () => (await import('../../ui/SafeHtml')).SafeHtml, <TextSkeleton />);

interface DocumentModalProps {
  name: ContentName;
  /** A language, or the country of a sales agreement. */
  code: string;
  /** Shown until the document with its own title has loaded. */
  title: string;
  onClose: () => void;
}

/** A dialog with a legal text. */
export const DocumentModal = ({ name, code, title, onClose }: DocumentModalProps) => {
  const dispatch = useAppDispatch();
  const content = useAppSelector(selectContent({ name, code }));
  const load = useCallback(() => void dispatch(contentRequested({ name, code })), [dispatch, name, code]);
  useEffect(() => {
    load();
  }, [load]);
  const heading = content.status === 'loaded' && <span lang={content.data.lang}>{content.data.title}</span>;
  return (
    <Modal open wide title={heading || title} onClose={onClose}>
      <LoadState load={content} skeleton={<TextSkeleton />} onRetry={load}>
        {content.status === 'loaded' && <SafeHtml {...content.data} />}
      </LoadState>
    </Modal>
  );
};

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
