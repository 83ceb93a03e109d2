import { useNavigate } from 'react-router-dom';
import { branchNamesRequested } from '../../domains/organisation';
import { dataOr } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { LoadState } from '../../ui/LoadState';
import { Select } from '../../ui/Select';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import type { ChosenBranch } from './useChosenBranch';
import { YourPageSkeleton } from './YourPageSkeleton';
import styles from './YourPage.module.css';

/** The branch whose page root and HR see. */
export const BranchSelect = ({ branches, branchId, branch }: ChosenBranch) => {
  const t = useText();
  const navigate = useNavigate();
  const options = dataOr(branches, []).map(({ userId, companyName }) => ({
    value: String(userId),
    label: companyName,
    isName: true,
  }));
  if (options.length === 0) return null;
  const placeholder = { value: '', label: t('yourPage.branch.choose') };
  return (
    <div className={styles.branch}>
      <Select
        label={t('yourPage.branch.label')}
        value={branch ? String(branchId) : ''}
        options={branch ? options : [placeholder, ...options]}
        onChange={(value) => {
          if (value !== '') void navigate(paths.yourPage(Number(value)));
        }}
      />
    </div>
  );
};

/** Shown until root or HR chooses a branch. */
export const NoBranchChosen = ({ branches }: ChosenBranch) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const isEmpty = dataOr(branches, []).length === 0;
  return (
    <LoadState load={branches} skeleton={<YourPageSkeleton />} onRetry={() => void dispatch(branchNamesRequested())}>
      <EmptyState
        icon="branches"
        title={<T id={isEmpty ? 'yourPage.branch.none' : 'yourPage.branch.choose'} />}
        text={<T id="yourPage.branch.text" />}
        action={isEmpty && <ButtonLink to={paths.branches()}>{t('shell.nav.branches')}</ButtonLink>}
      />
    </LoadState>
  );
};
