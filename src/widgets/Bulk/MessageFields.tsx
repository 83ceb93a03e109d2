import { useEffect } from 'react';
import { useFormikContext } from 'formik';
import { MESSAGE_MAX } from '../../../contract/constants/limits';
import { selectBulks } from '../../domains/bulks';
import { useFields } from '../../store/hooks';
import { TextAreaField } from '../../ui/TextAreaField';
import { T, useText } from '../../ui/text';
import styles from './BulkDialog.module.css';
import type { BulkValues } from './form';

/** Milliseconds after the last key before the server checks the text. */
const DELAY = 600;

/** The text of a message, and how some recipients would get it. `onBody` must be stable. */
export const MessageFields = ({ onBody }: { onBody: (body: string) => void }) => {
  const t = useText();
  const { preview } = useFields(selectBulks, 'preview');
  const { body } = useFormikContext<BulkValues>().values;
  useEffect(() => {
    const timer = setTimeout(() => onBody(body.trim()), DELAY);
    return () => clearTimeout(timer);
  }, [body, onBody]);
  const samples = preview.status === 'loaded' ? preview.data.samples : [];
  return (
    <>
      <TextAreaField name="body" label={t('bulk.body')} rows={4} maxLength={MESSAGE_MAX} />
      {samples.length > 0 && (
        <section className={styles.samples} aria-label={t('bulk.samples')}>
          {samples.map(({ applicationId, name, language, text }) => (
            <figure key={applicationId} className={styles.sample}>
              <figcaption>
                <T id="bulk.sample" values={{ name, language: t(`languages.${language}`) }} />
              </figcaption>
              <blockquote lang={language}>{text}</blockquote>
            </figure>
          ))}
        </section>
      )}
    </>
  );
};
