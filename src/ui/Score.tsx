import { memo, useCallback, useEffect, useReducer, useRef, useSyncExternalStore } from 'react';
import { HOUR } from '../../contract/constants/time';
import { clockAhead, watchClock } from '../lib/serverClock';
import { cx } from './cx';
import { useText } from './text';
import { eachSecond, secondNow } from './ticker';
import styles from './Score.module.css';

export interface ScoreProps {
  percent: number;
  high: boolean;
}

/** A match score as a whole percentage, without a bar; rows show it. */
export const Score = memo(({ percent, high }: ScoreProps) => {
  const t = useText();
  return (
    <span className={cx('numbers', high && styles.high)} title={t('ui.score.title', { percent })}>
      <span className={styles.number}>{t('ui.score.percent', { percent })}</span>
    </span>
  );
});
Score.displayName = 'Score';

/** When fewer milliseconds are left, the ring takes the colour of actions. */
const URGENT_UNDER = 2 * HOUR;
const LENGTH = 2 * Math.PI * 7;
const twoDigits = (value: number): string => String(value).padStart(2, '0');

const clockOf = (remaining: number): string => {
  const seconds = Math.ceil(remaining / 1000);
  return `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
};

/** Writes the element's only text, also where a browser has translated it. */
const writeText = (element: Element, text: string) => {
  const { firstChild } = element;
  if (firstChild instanceof Text && firstChild === element.lastChild) firstChild.nodeValue = text;
  else element.textContent = text;
};

interface TimeRingProps {
  /** Returns the milliseconds left at a time of the server. */
  remainingAt: (now: number) => number;
  /** The whole time in milliseconds. */
  total: number;
}

/**
 * Shows the time left to answer as a ring and as hours, minutes and seconds, and nothing once it is over. Each second
 * writes into the element and renders nothing, because a list has hundreds of them.
 */
export const TimeRing = ({ remainingAt, total }: TimeRingProps) => {
  const t = useText();
  const root = useRef<HTMLSpanElement>(null);
  const [, end] = useReducer((ends: number) => ends + 1, 0);
  // If the device's clock proves wrong, a ring that had ended may have time left.
  useSyncExternalStore(watchClock, clockAhead);
  const remaining = remainingAt(secondNow());
  const isRunning = remaining > 0;
  const clock = clockOf(remaining);
  const dashOffset = useCallback((left: number) => LENGTH * (1 - Math.min(1, left / total)), [total]);
  useEffect(() => {
    const element = root.current;
    if (!isRunning || !element) return undefined;
    return eachSecond((now) => {
      const left = remainingAt(now);
      if (left <= 0) end();
      else {
        const text = clockOf(left);
        const label = t('ui.timeLeft', { time: text });
        element.classList.toggle(styles.urgent!, left < URGENT_UNDER);
        element.setAttribute('aria-label', label);
        element.title = label;
        element.querySelector('[data-left]')!.setAttribute('stroke-dashoffset', String(dashOffset(left)));
        writeText(element.querySelector('[data-clock]')!, text);
      }
      return left > 0;
    });
  }, [isRunning, remainingAt, dashOffset, t]);
  if (!isRunning) return null;
  return (
    <span
      ref={root}
      className={cx(styles.ring, remaining < URGENT_UNDER && styles.urgent)}
      role="timer"
      aria-label={t('ui.timeLeft', { time: clock })}
      title={t('ui.timeLeft', { time: clock })}
    >
      <svg width="18" height="18" viewBox="0 0 18 18" fill="none" strokeWidth="2.5" aria-hidden="true">
        <circle className={styles.rest} cx="9" cy="9" r="7" />
        <circle
          data-left=""
          cx="9"
          cy="9"
          r="7"
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={dashOffset(remaining)}
        />
      </svg>
      <span className={styles.text}>
        <span className={styles.label}>{t('ui.timeLeft.label')}</span>
        <span data-clock="">{clock}</span>
      </span>
    </span>
  );
};
