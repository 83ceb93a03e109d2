import type { BulkPreview as Preview } from '../../domains/bulks';
import type { Loadable } from '../../domains/kit/loadable';
import { T, useText } from '../../ui/text';
import styles from './BulkDialog.module.css';
import { useBulkText } from './useBulkText';

interface BulkPreviewProps {
  preview: Loadable<Preview>;
  isAll: boolean;
  count: number | null;
  words: readonly string[];
}

/** Names the chosen applications in words, with their number and what is left out. */
export const BulkPreview = ({ preview, isAll, count, words }: BulkPreviewProps) => {
  const t = useText();
  const { skipText } = useBulkText();
  const counted = preview.status === 'loaded' ? preview.data : null;
  const matches = counted?.matches ?? count;
  const leftOut = counted ? counted.skips.reduce((sum, skip) => sum + skip.count, 0) : 0;
  return (
    <div className={styles.preview}>
      <p className={styles.number}>{matches === null ? t('bulk.allChosen') : t('bulk.chosen', { count: matches })}</p>
      {isAll && words.length > 0 && (
        <ul className={styles.words} aria-label={t('bulk.words')}>
          {words.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
      )}
      <div role="status">
        {preview.status === 'loading' && (
          <p className={styles.soft}>
            <T id="bulk.counting" />
          </p>
        )}
        {counted && leftOut > 0 && (
          <>
            <p>
              <T id="bulk.leftOut" values={{ count: leftOut }} />
            </p>
            <ul className={styles.skips}>
              {counted.skips.map((skip) => (
                <li key={skip.key}>{skipText(skip)}</li>
              ))}
            </ul>
          </>
        )}
        {counted?.ready === 0 && (
          <p>
            <T id="bulk.nothing" />
          </p>
        )}
      </div>
    </div>
  );
};
