import { useState } from 'react';
import type { ContentName } from '../../../contract/constants/options';
import { CheckboxField } from '../../ui/CheckboxField';
import { LinkButton } from '../../ui/LinkButton';
import { T, useText } from '../../ui/text';
import { DocumentModal } from './DocumentModal';
import styles from './Register.module.css';

type Document = Exclude<ContentName, 'service-agreement'>;

/** The checkbox of the agreement, with links to its two documents. */
export const Agreement = () => {
  const t = useText();
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
      {document && <DocumentModal name={document} onClose={() => setDocument(null)} />}
    </>
  );
};
