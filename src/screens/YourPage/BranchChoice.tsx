import { useNavigate } from 'react-router-dom';
import { branchNamesRequested } from '../../domains/organisation';
import { paths } from '../../lib/paths';
import { useAppDispatch } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { LoadState } from '../../ui/LoadState';
import { Select } from '../../ui/Select';
import { Skeleton } from '../../ui/Skeleton';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import type { ChosenBranch } from './useChosenBranch';
import styles from './YourPage.module.css';

/** The branch whose page root and HR see; others have one page of their own. */
export const BranchChoice = ({ picks, branches, branchId, branch, isChosen }: ChosenBranch) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  if (!picks) return null;
  const list = branches.status === 'loaded' ? branches.data : [];
  const isEmpty = list.length === 0;
  const options = list.map(({ userId, companyName }) => ({ value: String(userId), label: companyName }));
  const placeholder = { value: '', label: t('yourPage.branch.choose') };
  return (
    <div className={isChosen ? styles.branch : styles.choice}>
      <LoadState
        load={branches}
        skeleton={<Skeleton width="100%" height={68} />}
        onRetry={() => void dispatch(branchNamesRequested())}
      >
        {isEmpty ? (
          <EmptyState
            icon="branches"
            title={<T id="yourPage.branch.none" />}
            action={<ButtonLink to={paths.branches()}>{t('shell.nav.branches')}</ButtonLink>}
          />
        ) : (
          <Select
            label={t('yourPage.branch.label')}
            value={branch ? String(branchId) : ''}
            options={branch ? options : [placeholder, ...options]}
            onChange={(value) => {
              if (value !== '') void navigate(paths.yourPage(Number(value)));
            }}
          />
        )}
      </LoadState>
    </div>
  );
};
