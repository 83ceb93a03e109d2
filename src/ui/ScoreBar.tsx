import { memo } from 'react';
import { cx } from './cx';
import { Score, type ScoreProps } from './Score';
import { useText } from './text';
import styles from './ScoreBar.module.css';

/** A match score with a bar and, for a high one, a word. */
export const ScoreBar = memo(({ percent, high }: ScoreProps) => {
  const t = useText();
  return (
    <span className={cx(styles.score, high && styles.high)} title={t('ui.score.title', { percent })}>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.fill} data-amount="" style={{ display: 'block', width: `${percent}%` }} />
      </span>
      <Score percent={percent} high={high} />
      {high && <span className={styles.word}>{t('ui.score.high')}</span>}
    </span>
  );
});
ScoreBar.displayName = 'ScoreBar';
