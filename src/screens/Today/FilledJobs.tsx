import type { FilledJob } from '../../../contract/schemas/today';
import { selectSeesBranches } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppSelector } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { Card } from '../../ui/Page';
import { Name, T, useText } from '../../ui/text';
import styles from './Today.module.css';

interface FilledJobsProps {
  jobs: readonly FilledJob[];
  branchId: number | null;
}

/** The jobs that have as many hires as wanted, each with a link to the dialog that closes it: docs/PRODUCT.md#closing-a-job. */
export const FilledJobs = ({ jobs, branchId }: FilledJobsProps) => {
  const t = useText();
  const showsBranch = useAppSelector(selectSeesBranches) && branchId === null;
  if (jobs.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby="filled-title">
      <h2 id="filled-title" className={styles.title}>
        <T id="today.filled.title" />
      </h2>
      <Card>
        <ul>
          {jobs.map(({ id, title, companyName, hired, hiresWanted: wanted, waiting: count }) => (
            <li key={id} className={styles.pile}>
              <span className={styles.who}>
                <T
                  id="today.filled.text"
                  values={{ hired, wanted, title, count, isOver: hired > wanted ? 'yes' : 'no' }}
                />
                {showsBranch && <Name className={styles.facts}>{companyName}</Name>}
              </span>
              <ButtonLink
                small
                to={paths.jobEdit(id)}
                state={{ closes: true }}
                aria-label={t('jobs.actionOn', { action: t('jobs.close'), title })}
              >
                <T id="jobs.close" />
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
};
