import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { branchActions, selectBranches, type BranchAccount } from '../../domains/organisation';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { RemovalDialog } from '../../ui/RemovalDialog';
import { useText } from '../../ui/text';

/**
 * Asks for confirmation before a branch is closed. A branch with active jobs cannot be closed, so the dialog links to
 * them.
 */
export const BranchRemoval = ({ branch: { id, companyName } }: { branch: BranchAccount }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { removal } = useFields(selectBranches, 'removal');
  const status = removal?.status;
  const failure = status?.status === 'failed' ? status.error : null;
  return (
    <RemovalDialog
      title={t('branches.delete.title', { name: companyName })}
      text={t('branches.delete.text')}
      action={t('branches.delete.action')}
      isBusy={status?.status === 'loading'}
      failure={failure}
      wayOut={
        failure?.key === ERROR_KEYS.branchHasActiveJobs && (
          <ButtonLink look="primary" to={paths.jobs(id)}>
            {t('branches.delete.toJobs')}
          </ButtonLink>
        )
      }
      onConfirm={() => dispatch(branchActions.removalConfirmed({ id }))}
      onCancel={() => dispatch(branchActions.removalDismissed())}
    />
  );
};
