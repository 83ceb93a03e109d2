import { useState } from 'react';
import type { ContentName } from '../../../contract/constants/options';
import { selectLanguage } from '../../domains/preferences';
import { useAppSelector } from '../../store/hooks';
import { CheckboxField } from '../../ui/CheckboxField';
import { LinkButton } from '../../ui/LinkButton';
import { T, useText } from '../../ui/text';
import { DocumentModal } from '../../widgets/DocumentModal/DocumentModal';
import styles from './Register.module.css';

type Document = Exclude<ContentName, 'service-agreement'>;

/** The checkbox of the agreement, with links to its two documents. */
export const Agreement = () => {
  const t = useText();
  const code = useAppSelector(selectLanguage);
  const [document, setDocument] = useState<Document | null>(null);
  return (
    <>
      <CheckboxField name="agreement" label={t('register.agreement')}>
        <div className={styles.documents}>
          <LinkButton onClick={() => setDocument('user-agreement-company')}>
            <T id="register.agreementRead" />
          </LinkButton>
          <LinkButton onClick={() => setDocument('personal-data')}>
            <T id="register.personalDataRead" />
          </LinkButton>
        </div>
      </CheckboxField>
      {document && (
        <DocumentModal
          name={document}
          code={code}
          title={t(document === 'personal-data' ? 'register.personalDataTitle' : 'register.agreementTitle')}
          onClose={() => setDocument(null)}
        />
      )}
    </>
  );
};
