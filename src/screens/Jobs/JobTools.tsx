import { useState } from 'react';
import { BRANCH_NAME_CUT, SEARCH_MAX } from '../../../contract/constants/limits';
import { LISTED_STATUSES, type ListedStatus } from '../../domains/jobs';
import { branchOptions, type BranchJobCount } from '../../domains/organisation';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/Button';
import { SearchField } from '../../ui/SearchField';
import { Select } from '../../ui/Select';
import { T, useText } from '../../ui/text';
import { useNavigate } from '../../ui/router';
import styles from './JobsPage.module.css';

/** Shortens a company name for the dropdown: docs/PRODUCT.md#job-list. */
const truncate = (name: string): string =>
  name.length > BRANCH_NAME_CUT ? `${name.slice(0, BRANCH_NAME_CUT).trimEnd()}…` : name;

interface BranchSelectProps {
  branchId: number | null;
  branches: readonly BranchJobCount[];
}

/** A select of the branches with their active jobs; the first option is all branches. */
export const BranchSelect = ({ branchId, branches }: BranchSelectProps) => {
  const t = useText();
  const navigate = useNavigate();
  const options = [
    { value: '', label: t('jobs.filter.allBranches') },
    ...branchOptions(branches).map((option, at) => ({
      ...option,
      label: t('jobs.branch.option', { name: truncate(option.label), count: branches[at]!.activeJobCount }),
    })),
  ];
  return (
    <Select
      className={styles.branch}
      label={t('jobs.branch.label')}
      labelInside
      value={branchId === null ? '' : String(branchId)}
      options={options}
      onChange={(value) => navigate(paths.jobs(value ? Number(value) : undefined))}
    />
  );
};

interface StatusSelectProps {
  status: ListedStatus | undefined;
  onStatus: (status: ListedStatus | undefined) => void;
}

export const StatusSelect = ({ status, onStatus }: StatusSelectProps) => {
  const t = useText();
  const options = LISTED_STATUSES.map((value) => ({ value, label: t(`jobs.status.${value}`) }));
  return (
    <Select
      className={styles.status}
      label={t('jobs.columns.status')}
      labelInside
      value={status ?? ''}
      options={[{ value: '', label: t('jobs.filter.allStatuses') }, ...options]}
      onChange={(value) => onStatus(LISTED_STATUSES.find((one) => one === value))}
    />
  );
};

/** The number of jobs, which screen readers announce after a search or a change of filter; null while unknown. */
export const JobTotal = ({ total }: { total: number | null }) => (
  <p className={styles.total} role="status">
    {total !== null && <T id="jobs.shown" values={{ count: total }} />}
  </p>
);

interface JobSearchProps {
  q: string;
  onSearch: (q: string) => void;
}

/** A search box that searches on Enter or on its button, not while the user types. */
export const JobSearch = ({ q, onSearch }: JobSearchProps) => {
  const t = useText();
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  // When Back or a link changes the address, the box shows its text and keeps the focus.
  if (q !== shown) {
    setShown(q);
    setText(q);
  }
  const submit = (value: string) => onSearch(value.trim());
  return (
    <div className={styles.search}>
      <SearchField
        label={t('jobs.search.label')}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={setText}
        onSubmit={submit}
      />
      <Button onClick={() => submit(text)} textId="jobs.search.submit" />
    </div>
  );
};
