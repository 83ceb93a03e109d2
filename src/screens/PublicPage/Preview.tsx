import { useIntl } from 'react-intl';
import { MARKET_CURRENCY } from '../../../contract/constants/limits';
import type { PublicPage } from '../../domains/publicPage';
import { formatPrice } from '../../lib/money';
import { Name, T, useText } from '../../ui/text';
import styles from './Preview.module.css';

/** The open jobs of the preview. They are no links, because the preview is a picture of the page. */
const PreviewJobs = ({ jobs: { total, newest } }: { jobs: NonNullable<PublicPage['jobs']> }) => {
  const t = useText();
  const { locale } = useIntl();
  return (
    <>
      <ul className="stack gap-8">
        {newest.map(({ id, title, workTimes, salaryMin, salaryMax, place }) => {
          const amounts = [...new Set([salaryMin, salaryMax])].filter((amount) => amount !== null);
          const amount = amounts.map((one) => formatPrice(Math.round(one), MARKET_CURRENCY, locale)).join('–');
          return (
            <li key={id} className={styles.job}>
              <strong>{title}</strong>
              <span className={styles.about}>
                {workTimes.map((time) => (
                  <span key={time}>{t(`options.workTime.${time}`)}</span>
                ))}
                {amount && <span>{t('yourPage.preview.salary', { amount })}</span>}
                {place && <Name>{place}</Name>}
              </span>
            </li>
          );
        })}
      </ul>
      {total > newest.length && (
        <p className="hint">
          <T id="yourPage.preview.more" values={{ count: total - newest.length }} />
        </p>
      )}
    </>
  );
};

interface PreviewProps {
  companyName: string;
  intro: string;
  page: Pick<PublicPage, 'address' | 'jobs'>;
}

/** Draws the public page at a phone's size, because no page may frame it. */
export const Preview = ({ companyName, intro, page: { address, jobs } }: PreviewProps) => {
  const t = useText();
  const [initial = ''] = companyName.trim();
  return (
    <figure className="stack gap-8 shrinks">
      <figcaption className="hint">
        <T id="yourPage.preview.title" />
      </figcaption>
      <div className={styles.phone}>
        <p className="row gap-12 bold">
          <span className={styles.mark} aria-hidden="true">
            {initial.toLocaleUpperCase()}
          </span>
          <span>
            <Name>{companyName}</Name>
            {address && (
              <small className="block hint regular">
                <Name>{address}</Name>
              </small>
            )}
          </span>
        </p>
        <div className={styles.section}>
          <p className={styles.heading}>{t('yourPage.preview.heading', { company: companyName })}</p>
          <p className="pre">{intro.trim() || t('yourPage.preview.intro', { company: companyName })}</p>
          {jobs && jobs.total > 0 ? (
            <PreviewJobs jobs={jobs} />
          ) : (
            <p className={styles.note}>
              <T id="yourPage.preview.note" />
            </p>
          )}
        </div>
      </div>
    </figure>
  );
};
