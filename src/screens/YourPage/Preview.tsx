import type { BranchPage } from '../../domains/door';
import { Name, T, useText } from '../../ui/text';
import { PreviewJobs } from './PreviewJobs';
import styles from './Preview.module.css';

interface PreviewProps {
  companyName: string;
  intro: string;
  page: Pick<BranchPage, 'address' | 'jobs'>;
}

/** Draws the public page at a phone's size, because no page may frame it. */
export const Preview = ({ companyName, intro, page: { address, jobs } }: PreviewProps) => {
  const t = useText();
  const [initial = ''] = companyName.trim();
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.caption}>
        <T id="yourPage.preview.title" />
      </figcaption>
      <div className={styles.phone}>
        <p className={styles.brand}>
          <span className={styles.mark} aria-hidden="true">
            {initial.toLocaleUpperCase()}
          </span>
          <span>
            <Name>{companyName}</Name>
            {address && (
              <small className={styles.address}>
                <Name>{address}</Name>
              </small>
            )}
          </span>
        </p>
        <div className={styles.section}>
          <p className={styles.heading}>{t('yourPage.preview.heading', { company: companyName })}</p>
          <p className={styles.intro}>{intro.trim() || t('yourPage.preview.intro', { company: companyName })}</p>
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
