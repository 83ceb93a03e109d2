import { nameOf, type HrAccount } from '../../../domains/organisation';
import { IconButton } from '../../../ui/Button';
import { Invitation } from '../../../ui/Invitation';
import { Name, useText } from '../../../ui/text';
import styles from './HrStaff.module.css';

interface HrRowProps {
  account: HrAccount;
  isInviting: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onInvite: () => void;
}

export const HrRow = ({ account, isInviting, onEdit, onDelete, onInvite }: HrRowProps) => {
  const t = useText();
  const name = nameOf(account);
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <Name className={styles.name}>{name}</Name>
        <Name className={styles.email}>{account.email}</Name>
      </div>
      <div className={styles.actions}>
        <IconButton icon="edit" label={t('staff.editNamed', { name })} onClick={onEdit} />
        <IconButton icon="trash" label={t('staff.deleteNamed', { name })} onClick={onDelete} />
      </div>
      {!account.isActivated && (
        <div className={styles.invitation}>
          <Invitation name={name} invitedAt={account.invitedAt} isBusy={isInviting} onSend={onInvite} />
        </div>
      )}
    </li>
  );
};
