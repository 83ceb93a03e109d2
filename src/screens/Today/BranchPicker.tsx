import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { branchOptions, branchNamesRequested, selectBranchJobCounts } from '../../domains/organisation';
import { dataOr } from '../../domains/kit/loadable';
import { selectSeesBranches } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Select } from '../../ui/Select';
import { useText } from '../../ui/text';
import { useNavigate } from '../../ui/router';
import styles from './Today.module.css';

interface TodayBranch {
  /** True for root and HR, who see all branches. */
  picks: boolean;
  /** The branch of the address; null for everything that the user may see. */
  branchId: number | null;
}

/** Returns the branch that root or HR chose in the address. */
export const useTodayBranch = (): TodayBranch => {
  const [params] = useSearchParams();
  const picks = useAppSelector(selectSeesBranches);
  const given = params.get('branchId') ?? '';
  return { picks, branchId: picks && /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null };
};

/** The branch whose day root and HR see; all of them by default. */
export const BranchPicker = ({ picks, branchId }: TodayBranch) => {
  const t = useText();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const branches = dataOr(useAppSelector(selectBranchJobCounts), []);
  useEffect(() => {
    if (picks) dispatch(branchNamesRequested());
  }, [dispatch, picks]);
  if (!picks || branches.length < 2) return null;
  const options = branchOptions(branches);
  return (
    <div className={styles.branch}>
      <Select
        label={t('today.branch.label')}
        labelInside
        value={branchId === null ? '' : String(branchId)}
        options={[{ value: '', label: t('today.branch.all') }, ...options]}
        onChange={(value) => navigate(paths.today(value === '' ? undefined : Number(value)), { replace: true })}
      />
    </div>
  );
};
