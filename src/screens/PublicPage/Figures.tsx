import { useId } from 'react';
import { dayText } from '../../../contract/constants/text';
import { type PublicPage, hasFigures, totalsOf } from '../../domains/publicPage';
import { Amount, T, useText } from '../../ui/text';
import { Card } from '../../ui/LoadState';
import { EmptyState } from '../../ui/State';
import styles from './Figures.module.css';

type Day = PublicPage['days'][number];

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
const DayBars = ({ title, total, days, of }: DayBarsProps) => {
  const t = useText();
  const id = useId();
  const most = Math.max(...days.map(of));
  const shortDay = (day: string | undefined) => dayText(day ?? '').slice(0, 5);
  const best = days.find((day) => of(day) === most);
  const heightOf = (count: number) => (most === 0 ? LEAST : Math.max(LEAST, (count / most) * HEIGHT));
  return (
    <figure>
      <figcaption className={styles.caption}>
        <span>{title}</span>{' '}
        <span className={styles.total}>
          <Amount value={total} />
        </span>
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
      <p className="flex between soft size-12 space-4" aria-hidden="true">
        <span>{shortDay(days[0]?.day)}</span>
        <T id="yourPage.figures.today" />
      </p>
    </figure>
  );
};

const Counts = ({ views, applications }: Pick<PublicPage['days'][number], 'views' | 'applications'>) => (
  <>
    <td>
      <Amount value={views} />
    </td>
    <td>
      <Amount value={applications} />
    </td>
  </>
);

/** The numbers of the plots, for screen readers. */
const DayTable = ({ days }: Pick<PublicPage, 'days'>) => (
  <table>
    <T as="caption" id="yourPage.figures.byDay" />
    <thead>
      <tr>
        <T as="th" scope="col" id="yourPage.figures.day" />
        <T as="th" scope="col" id="yourPage.figures.views" />
        <T as="th" scope="col" id="yourPage.figures.applications" />
      </tr>
    </thead>
    <tbody>
      {days.map(({ day, views, applications }) => (
        <tr key={day}>
          <th scope="row">{dayText(day)}</th>
          <Counts views={views} applications={applications} />
        </tr>
      ))}
    </tbody>
  </table>
);

/** Where the visitors and applicants came from. */
const RefTable = ({ refs }: Pick<PublicPage, 'refs'>) => (
  <table className={styles.refs}>
    <T as="caption" id="yourPage.refs.title" />
    <thead>
      <tr>
        <th scope="col">
          <T className="visually-hidden" id="yourPage.refs.from" />
        </th>
        <T as="th" scope="col" id="yourPage.figures.views" />
        <T as="th" scope="col" id="yourPage.figures.applications" />
      </tr>
    </thead>
    <tbody>
      {refs.map(({ ref, views, applications }) => (
        <tr key={ref}>
          <T as="th" scope="row" id={`yourPage.refs.${ref}`} />
          <Counts views={views} applications={applications} />
        </tr>
      ))}
    </tbody>
  </table>
);

/** Views and applications of 28 days by day, and where they came from. */
export const Figures = ({ page }: { page: PublicPage }) => {
  const t = useText();
  const { days, refs, views7, applications7 } = page;
  const { views, applications } = totalsOf(page);
  return (
    <Card className="stack gap-20 panel">
      <T as="h2" className={styles.title} id="yourPage.figures.title" />
      <T as="p" id="yourPage.roster" values={{ count: page.roster }} />
      {hasFigures(page) ? (
        <>
          <T
            as="p"
            className={styles.soft}
            id="yourPage.figures.week"
            values={{ views: views7, applications: applications7 }}
          />
          <div className={styles.plots}>
            <DayBars title={t('yourPage.figures.views')} total={views} days={days} of={(day) => day.views} />
            <DayBars
              title={t('yourPage.figures.applications')}
              total={applications}
              days={days}
              of={(day) => day.applications}
            />
          </div>
          <div className="visually-hidden">
            <DayTable days={days} />
          </div>
          <RefTable refs={refs} />
        </>
      ) : (
        <EmptyState
          icon="eye"
          title={<T id="yourPage.figures.empty.title" />}
          text={<T id={page.isOn ? 'yourPage.figures.empty.text' : 'yourPage.figures.empty.off'} />}
        />
      )}
    </Card>
  );
};
