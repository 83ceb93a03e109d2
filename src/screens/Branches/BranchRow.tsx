import { memo } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '../../../contract/constants/text';
import { branchActions, type BranchAccount } from '../../domains/organisation';
import { paths } from '../../lib/paths';
import { useAppDispatch } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { IconButton } from '../../ui/Button';
import { Invitation } from '../../ui/Invitation';
import { Name, useText } from '../../ui/text';
import styles from './Branches.module.css';

const SIZE = 48;

export const BranchRow = memo(({ branch, isInviting }: { branch: BranchAccount; isInviting: boolean }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { id, companyName: name, email, imageUrl, isActivated, invitedAt } = branch;
  return (
    <li className={styles.row}>
      <Avatar name={name} src={imageUrl} size={SIZE} />
      <div className={styles.text}>
        <Link className={styles.name} to={paths.jobs(id)}>
          <Name>{name}</Name>
        </Link>
        <span className="hint">
          <Name>{fullName(branch)}</Name>
        </span>
        <span className="hint">
          <Name>{email}</Name>
        </span>
        <Link className="hint" to={paths.yourPage(id)} aria-label={t('staff.pageNamed', { name })}>
          {t('staff.page')}
        </Link>
      </div>
      {!isActivated && (
        <div className={styles.invitation}>
          <Invitation
            name={name}
            invitedAt={invitedAt}
            isBusy={isInviting}
            onSend={() => dispatch(branchActions.invitationRequested({ id, email }))}
          />
        </div>
      )}
      <div className={styles.actions}>
        <IconButton
          icon="edit"
          label={t('staff.editNamed', { name })}
          onClick={() => dispatch(branchActions.formOpened({ id }))}
        />
        <IconButton
          icon="trash"
          label={t('staff.deleteNamed', { name })}
          onClick={() => dispatch(branchActions.removalRequested({ id }))}
        />
      </div>
    </li>
  );
});
BranchRow.displayName = 'BranchRow';
