import { Card, Skeleton } from '../../ui/LoadState';
import styles from './Jobs.module.css';
import { memo } from 'react';
import type { JobRow, JobSorting } from '../../domains/jobs';
import { formatDay } from '../../lib/dates';
import { paths } from '../../lib/paths';
import { Select } from '../../ui/Select';
import { T, useText } from '../../ui/text';
import { Link } from '../../ui/router';
import { BranchName } from '../../widgets/ApplicationList/BranchName';
import { columnsFor } from './address';
import { Hired, JobActions, JobStatusBadge } from './JobTable';
import jobsPageStyles from './JobsPage.module.css';

const JobCardSkeleton = () => (
  <div className={styles.jobCard}>
    <div className="flex between at-start gap-12">
      <Skeleton width="55%" height={16} />
      <Skeleton width={64} height={20} />
    </div>
    <div className={jobsPageStyles.cardSkeleton}>
      <Skeleton width="40%" />
      <Skeleton width="85%" />
      <Skeleton width="75%" />
    </div>
    <div className={styles.actions} />
  </div>
);

/** A placeholder of the list. Its rows and cards have the height of real ones. */
export const JobsSkeleton = ({ asCards }: { asCards: boolean }) =>
  asCards ? (
    <div className={styles.cards}>
      {Array.from({ length: 6 }, (_, at) => (
        <JobCardSkeleton key={at} />
      ))}
    </div>
  ) : (
    <Card className={jobsPageStyles.skeleton}>
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className={jobsPageStyles.skeletonRow}>
          <span>
            <Skeleton width={`${42 - (at % 3) * 8}%`} height={16} />
          </span>
          <Skeleton width={72} height={20} />
          <Skeleton width={48} />
        </div>
      ))}
    </Card>
  );

const JobCard = memo(({ job, seesBranches }: { job: JobRow; seesBranches: boolean }) => {
  const to = paths.applications({ jobId: job.id });
  const unseenPath = paths.applications({ jobId: job.id, isSeen: false });
  const counts = job.counts;
  const needs = counts?.needs ?? 0;
  return (
    <li className={styles.jobCard}>
      <div className="flex between at-start gap-12">
        <Link className={styles.title} to={to}>
          {job.title}
        </Link>
        {job.status && <JobStatusBadge status={job.status} />}
      </div>
      {seesBranches && job.user?.companyName && (
        <p className="hint space-4">
          <BranchName name={job.user.companyName} />
        </p>
      )}
      <p className="hint space-4">
        {job.openedAt ? <T id="jobs.openedOn" values={{ day: formatDay(job.openedAt) }} /> : <T id="jobs.notOpened" />}
      </p>
      {counts && (
        <p className={styles.cardCounts}>
          <T id="jobs.count.applications" values={{ count: counts.applications }} />
          {needs > 0 && (
            <Link className={styles.link} to={paths.applications({ jobId: job.id, needState: 'due' })}>
              <T id="jobs.count.needs" values={{ count: needs }} />
            </Link>
          )}
          {counts.unreviewed > 0 && (
            <Link className={styles.link} to={unseenPath}>
              <T id="jobs.count.unseen" values={{ count: counts.unreviewed }} />
            </Link>
          )}
          <T className={styles.soft} id="jobs.count.shortLists" values={{ count: counts.shortLists }} />
          <T className={styles.soft} id="jobs.count.views" values={{ count: counts.jobViews }} />
          <Hired job={job} className={styles.soft} />
        </p>
      )}
      <JobActions job={job} labelled />
    </li>
  );
});
JobCard.displayName = 'JobCard';

export const JobCards = ({ jobs, seesBranches }: { jobs: readonly JobRow[]; seesBranches: boolean }) => (
  <ul className={styles.cards}>
    {jobs.map((job) => (
      <JobCard key={job.id} job={job} seesBranches={seesBranches} />
    ))}
  </ul>
);

interface JobSortSelectProps {
  sortsBranches: boolean;
  sorting: JobSorting | null;
  isIcon: boolean;
  onSort: (sorting: JobSorting | null) => void;
}

const valueOf = ({ field, direction }: JobSorting): string => `${field}:${direction}`;

/** The same order as without a sorting: docs/PRODUCT.md#job-list. */
const NEWEST: JobSorting = { field: 'openedAt', direction: 'desc' };

/** Phones have no column headers, so the user chooses the order from a list. */
export const JobSortSelect = ({ sortsBranches, sorting, isIcon, onSort }: JobSortSelectProps) => {
  const t = useText();
  const choices = columnsFor(sortsBranches)
    .flatMap(({ field }) => (['asc', 'desc'] as const).map((direction): JobSorting => ({ field, direction })))
    .filter((choice) => valueOf(choice) !== valueOf(NEWEST));
  const options = [NEWEST, ...choices].map((choice) => ({
    value: valueOf(choice),
    label: t(`jobs.sort.${choice.field}.${choice.direction}`),
  }));
  const value = valueOf(sorting ?? NEWEST);
  return (
    <Select
      className={isIcon ? undefined : jobsPageStyles.sort}
      icon={isIcon ? 'sort' : undefined}
      isChanged={value !== valueOf(NEWEST)}
      label={t('jobs.sort.label')}
      labelHidden
      value={value}
      options={options}
      onChange={(chosen) => onSort(choices.find((choice) => valueOf(choice) === chosen) ?? null)}
    />
  );
};
