import { memo } from 'react';
import { cx } from './cx';
import { useText } from './text';
import styles from './ScoreBar.module.css';
import { Icon } from './icons';

interface ScoreProps {
  percent: number;
  high: boolean;
}

/** A match score in whole per cents: the number alone, as rows show it. */
export const Score = memo(({ percent, high }: ScoreProps) => {
  const t = useText();
  return (
    <span className={cx('numbers', high && styles.high)} title={t('ui.score.title', { percent })}>
      <span className={styles.number}>{t('ui.score.percent', { percent })}</span>
    </span>
  );
});
Score.displayName = 'Score';

/** A match score with a bar and, for a high one, a word. */
export const ScoreBar = memo(({ percent, high }: ScoreProps) => {
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

/** Below this many milliseconds the ring takes the colour of actions. */
const URGENT_UNDER = 2 * 3_600_000;
const LENGTH = 2 * Math.PI * 7;
const twoDigits = (value: number): string => String(value).padStart(2, '0');

interface TimeRingProps {
  /** Milliseconds left; `total` is the whole time. */
  remaining: number;
  total: number;
}

/** Shows the time left to answer as a ring and as hours, minutes and seconds. */
export const TimeRing = ({ remaining, total }: TimeRingProps) => {
  const t = useText();
  const seconds = Math.ceil(remaining / 1000);
  const clock = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return (
    <span
      className={cx(styles.ring, remaining < URGENT_UNDER && styles.urgent)}
      role="timer"
      aria-label={t('ui.timeLeft', { time: clock })}
      title={t('ui.timeLeft', { time: clock })}
    >
      <svg width="18" height="18" viewBox="0 0 18 18" fill="none" strokeWidth="2.5" aria-hidden="true">
        <circle className={styles.rest} cx="9" cy="9" r="7" />
        <circle
          cx="9"
          cy="9"
          r="7"
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - Math.min(1, remaining / total))}
        />
      </svg>
      <span className={styles.text}>
        <span className={styles.label}>{t('ui.timeLeft.label')}</span>
        <span>{clock}</span>
      </span>
    </span>
  );
};

export const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => {
  const t = useText();
  return (
    <button type="button" className={styles.chip} aria-label={t('ui.chip.remove', { label })} onClick={onRemove}>
      <span aria-hidden="true">{label}</span>
      <Icon name="close" size={16} />
    </button>
  );
};
