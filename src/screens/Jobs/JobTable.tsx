import type { JobStatus } from '../../../contract/constants/statuses';
import { Badge } from '../../ui/Badge';
import { T, useText, Amount } from '../../ui/text';
import { Fragment, memo } from 'react';
import type { JobSortField } from '../../../contract/constants/options';
import { type JobRow, copyRequested, selectCopies, type JobSorting } from '../../domains/jobs';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { formatDay } from '../../lib/dates';
import { Button, ButtonLink, IconButton } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { Card } from '../../ui/LoadState';
import { Link } from '../../ui/router';
import { BranchName } from '../../widgets/ApplicationList/BranchName';
import { columnsFor } from './address';
import styles from './Jobs.module.css';

/** Closed, draft and deleted jobs look inactive: docs/PRODUCT.md#job-status. */
export const JobStatusBadge = ({ status }: { status: JobStatus }) => (
  <Badge tone={status === 'active' ? 'success' : 'neutral'} dot={status === 'active'}>
    <T id={`jobs.status.${status}`} />
  </Badge>
);

/** How many of the wanted people are hired; nothing for a job without a wanted number. */
export const Hired = ({
  job: { hired = 0, hiresWanted },
  className,
}: {
  job: JobRow;
  className: string | undefined;
}) =>
  hiresWanted == null ? null : (
    <T
      className={className}
      id="jobs.hired"
      values={{ hired, wanted: hiresWanted, isOver: hired > hiresWanted ? 'yes' : 'no' }}
    />
  );

interface JobActionsProps {
  job: JobRow;
  /** Shows text beside the icons, where there is room. */
  labelled?: boolean;
}

export const JobActions = ({ job, labelled }: JobActionsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const copy = useAppSelector(selectCopies)[job.id];
  const label = (action: string) => t('jobs.actionOn', { action, title: job.title });
  const handleCopy = () => {
    if (copy?.status !== 'loading') dispatch(copyRequested({ jobId: job.id }));
  };
  return (
    <span className={styles.actions}>
      <ButtonLink
        to={paths.jobEdit(job.id)}
        look="quiet"
        small
        icon="edit"
        aria-label={label(t('jobs.edit'))}
        title={t('jobs.edit')}
      >
        {labelled && t('jobs.edit')}
      </ButtonLink>
      {labelled ? (
        <Button
          icon="copy"
          look="quiet"
          small
          busy={copy?.status === 'loading'}
          aria-label={label(t('jobs.copy'))}
          onClick={handleCopy}
        >
          {t('jobs.copy')}
        </Button>
      ) : (
        <IconButton
          icon="copy"
          small
          label={label(t('jobs.copy'))}
          title={t('jobs.copy')}
          aria-busy={copy?.status === 'loading' || undefined}
          onClick={handleCopy}
        />
      )}
      {/* Last, so that the other actions keep their columns where a job cannot be closed. */}
      {job.status === 'active' && (
        <ButtonLink
          to={paths.jobEdit(job.id)}
          state={{ closes: true }}
          look="quiet"
          small
          icon="archive"
          aria-label={label(t('jobs.close'))}
          title={t('jobs.close')}
        >
          {labelled && t('jobs.close')}
        </ButtonLink>
      )}
    </span>
  );
};

interface HeaderProps {
  field: JobSortField;
  isNumber?: boolean;
  sorting: JobSorting | null;
  /** Absent for a column by which the user cannot sort. */
  onSort?: ((field: JobSortField) => void) | undefined;
}

const Header = ({ field, isNumber, sorting, onSort }: HeaderProps) => {
  const t = useText();
  const direction = sorting?.field === field ? sorting.direction : null;
  const icon = direction === 'asc' ? 'sortUp' : direction === 'desc' ? 'sortDown' : 'sortNone';
  if (!onSort) return <T as="th" scope="col" className={styles.unsorted} id={`jobs.columns.${field}`} />;
  return (
    <th
      scope="col"
      className={cx(isNumber && styles.number)}
      aria-sort={direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className={cx(styles.sortButton, direction && styles.sorted)}
        title={t('jobs.sort.hint')}
        onClick={() => onSort(field)}
      >
        <T id={`jobs.columns.${field}`} />
        <Icon name={icon} size={16} />
      </button>
    </th>
  );
};

const Row = memo(({ job, seesBranches }: { job: JobRow; seesBranches: boolean }) => {
  const t = useText();
  const to = paths.applications({ jobId: job.id });
  const unseenPath = paths.applications({ jobId: job.id, isSeen: false });
  const needs = job.counts?.needs ?? 0;
  return (
    <tr className={styles.row}>
      <td>
        <Link className={styles.title} to={to}>
          {job.title}
        </Link>
        {job.position && job.position.name !== job.title && <span className="block hint">{job.position.name}</span>}
        <Hired job={job} className="block hint" />
      </td>
      {seesBranches && (
        <td className={styles.cellBranch}>{job.user?.companyName && <BranchName name={job.user.companyName} />}</td>
      )}
      <td>{job.status && <JobStatusBadge status={job.status} />}</td>
      <td className={styles.cellDate}>{job.openedAt ? formatDay(job.openedAt) : <T id="jobs.notOpened" />}</td>
      <td className={styles.cellNumber}>
        <Amount value={job.counts?.applications ?? 0} />
      </td>
      <td className={styles.cellNumber}>
        {needs > 0 ? (
          <Link
            className={styles.link}
            to={paths.applications({ jobId: job.id, needState: 'due' })}
            aria-label={t('jobs.needsLink', { count: needs })}
          >
            <Amount value={needs} />
          </Link>
        ) : (
          <span className={styles.soft}>0</span>
        )}
      </td>
      <td className={styles.cellNumber}>
        {job.counts?.unreviewed ? (
          <Link
            className={styles.link}
            to={unseenPath}
            aria-label={t('jobs.unreviewedLink', { count: job.counts.unreviewed })}
          >
            <Amount value={job.counts.unreviewed} />
          </Link>
        ) : (
          <span className={styles.soft}>0</span>
        )}
      </td>
      <td className={styles.cellNumber}>
        <Amount value={job.counts?.shortLists ?? 0} />
      </td>
      <td className={cx(styles.cellNumber, styles.soft)}>
        <Amount value={job.counts?.jobViews ?? 0} />
      </td>
      <td>
        <JobActions job={job} />
      </td>
    </tr>
  );
});
Row.displayName = 'Row';

interface JobTableProps {
  jobs: readonly JobRow[];
  seesBranches: boolean;
  sortsBranches: boolean;
  sorting: JobSorting | null;
  onSort: (field: JobSortField) => void;
}

export const JobTable = ({ jobs, seesBranches, sortsBranches, sorting, onSort }: JobTableProps) => (
  <Card>
    <table className={styles.table}>
      <T as="caption" className="visually-hidden" id="jobs.title" />
      <thead>
        <tr>
          {columnsFor(seesBranches).map((column) => (
            <Fragment key={column.field}>
              {column.field === 'unseenCount' && (
                <T as="th" scope="col" className={cx(styles.unsorted, styles.number)} id="jobs.columns.needs" />
              )}
              <Header
                {...column}
                sorting={sorting}
                onSort={column.field === 'branchName' && !sortsBranches ? undefined : onSort}
              />
            </Fragment>
          ))}
          <th scope="col">
            <T className="visually-hidden" id="jobs.actions" />
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <Row key={job.id} job={job} seesBranches={seesBranches} />
        ))}
      </tbody>
    </table>
  </Card>
);
