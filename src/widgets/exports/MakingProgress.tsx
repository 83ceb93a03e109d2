import { T, useText } from '../../ui/text';
import styles from './exports.module.css';

interface MakingProgressProps {
  /** Rows that are done; null while unknown. */
  progress: { done: number; total: number } | null;
}

export const MakingProgress = ({ progress }: MakingProgressProps) => {
  const t = useText();
  const known = progress !== null && progress.total > 0 ? progress : null;
  return (
    <div className={styles.form}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('exports.excel.making')}
        aria-valuemin={0}
        aria-valuemax={known?.total}
        aria-valuenow={known?.done}
      >
        <span
          data-amount=""
          className={known ? styles.filled : styles.moving}
          style={known ? { width: `${(known.done / known.total) * 100}%` } : undefined}
        />
      </div>
      <p role="status">
        {known ? <T id="exports.excel.progress" values={{ ...known }} /> : <T id="exports.excel.making" />}
      </p>
      {progress && (
        <p className={styles.soft}>
          <T id="exports.excel.background" />
        </p>
      )}
    </div>
  );
};
