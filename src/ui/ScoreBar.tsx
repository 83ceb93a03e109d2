import { memo } from 'react';
import { cx } from './cx';
import { useText } from './text';
import styles from './ScoreBar.module.css';

/** A match score, a fraction from 0 to 1, as a bar, a percentage and, when high, a word: colour alone says nothing. */
export const ScoreBar = memo(({ score, high }: { score: number; high: boolean }) => {
  const t = useText();
  const percent = Math.round(score * 100);
  return (
    <span className={cx(styles.score, high && styles.high)} title={t('ui.score.title', { percent })}>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.fill} style={{ display: 'block', width: `${percent}%` }} />
      </span>
      <span className={styles.number}>{t('ui.score.percent', { percent })}</span>
      {high && <span className={styles.word}>{t('ui.score.high')}</span>}
    </span>
  );
});
ScoreBar.displayName = 'ScoreBar';
