import { useId } from 'react';
import { dayText } from '../../../contract/constants/text';
import type { BranchPage } from '../../domains/door';
import { T, useText } from '../../ui/text';
import styles from './Figures.module.css';

type Day = BranchPage['days'][number];

/** Width of a day, and height of the highest bar, in units of the drawing. */
const STEP = 10;
const HEIGHT = 64;
/** A day without anything keeps a line, so that the days can be counted. */
const LEAST = 1;

interface DayBarsProps {
  title: string;
  total: number;
  days: readonly Day[];
  of: (day: Day) => number;
}

/** One bar a day. The table beside the plots has the same numbers for screen readers. */
export const DayBars = ({ title, total, days, of }: DayBarsProps) => {
  const t = useText();
  const id = useId();
  const most = Math.max(...days.map(of));
  const shortDay = (day: string | undefined) => dayText(day ?? '').slice(0, 5);
  const best = days.find((day) => of(day) === most);
  const heightOf = (count: number) => (most === 0 ? LEAST : Math.max(LEAST, (count / most) * HEIGHT));
  return (
    <figure>
      <figcaption className={styles.caption}>
        <span>{title}</span> <span className={styles.total}>{total}</span>
      </figcaption>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-desc`}
      >
        <title id={`${id}-title`}>{t('yourPage.figures.plot', { what: title })}</title>
        <desc id={`${id}-desc`}>{t('yourPage.figures.most', { total, most, day: shortDay(best?.day) })}</desc>
        {days.map((day, at) => (
          <rect
            key={day.day}
            className={of(day) === 0 ? styles.none : styles.bar}
            x={at * STEP + 1}
            y={HEIGHT - heightOf(of(day))}
            width={STEP - 2}
            height={heightOf(of(day))}
          >
            <title>{`${shortDay(day.day)}: ${of(day)}`}</title>
          </rect>
        ))}
      </svg>
      <p className={styles.axis} aria-hidden="true">
        <span>{shortDay(days[0]?.day)}</span>
        <T id="yourPage.figures.today" />
      </p>
    </figure>
  );
};
