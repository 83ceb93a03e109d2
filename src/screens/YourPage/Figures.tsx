import { hasFigures, totalsOf, type BranchPage } from '../../domains/door';
import { Card } from '../../ui/Page';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { DayBars } from './DayBars';
import { DayTable, RefTable } from './FigureTables';
import styles from './Figures.module.css';

/** Views and applications of 28 days by day, and where they came from. */
export const Figures = ({ page }: { page: BranchPage }) => {
  const t = useText();
  const { days, refs, views7, applications7 } = page;
  const { views, applications } = totalsOf(page);
  return (
    <Card className={styles.figures}>
      <h2 className={styles.title}>
        <T id="yourPage.figures.title" />
      </h2>
      <p>
        <T id="yourPage.roster" values={{ count: page.roster }} />
      </p>
      {hasFigures(page) ? (
        <>
          <p className={styles.soft}>
            <T id="yourPage.figures.week" values={{ views: views7, applications: applications7 }} />
          </p>
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
