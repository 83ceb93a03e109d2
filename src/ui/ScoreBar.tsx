import { memo } from 'react';
import { cx } from './cx';
import { useText } from './text';
import styles from './ScoreBar.module.css';

/**
 * A match score in whole per cents: a bar, a number and, for a high score, a word, so that colour is not the only
 * sign.
 */
export const ScoreBar = memo(({ percent, high }: { percent: number; high: boolean }) => {
  const t = useText();
  return (
    <span className={cx(styles.score, high && styles.high)} title={t('ui.score.title', { percent })}>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.fill} data-amount="" style={{ display: 'block', width: `${percent}%` }} />
      </span>
      <span className={styles.number}>{t('ui.score.percent', { percent })}</span>
      {high && <span className={styles.word}>{t('ui.score.high')}</span>}
    </span>
  );
});
ScoreBar.displayName = 'ScoreBar';
