import type { ComponentProps } from 'react';
import { fullName } from '../../../contract/constants/text';
import { partUnavailable } from '../../domains/notices';
import type { SessionUser } from '../../domains/session';
import { useAppDispatch } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';
import { Avatar } from '../../ui/Avatar';
import { Icon } from '../../ui/icons';
import { useText } from '../../ui/text';
import { LazyMenu } from '../../ui/LazyMenu';
import styles from './Shell.module.css';

const load = async () => (await withLaterWork(() => import('./ProfileMenuOpened'))).ProfileMenuOpened;

type TriggerProps = ComponentProps<'button'> & { user: SessionUser; name: string };

const Trigger = ({ user, name, ...rest }: TriggerProps) => (
  <button type="button" className={styles.account} aria-haspopup="menu" {...rest}>
    <Avatar name={name} src={user.imageUrl} size={32} />
    <Icon name="down" size={16} />
  </button>
);

/** The account menu and its button. */
export const ProfileMenu = ({ user }: { user: SessionUser }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const name = fullName(user);
  return (
    <LazyMenu
      load={load}
      onFailure={() => dispatch(partUnavailable())}
      trigger={<Trigger user={user} name={name} aria-label={t('shell.menu.open', { name })} />}
    >
      {(Opened, trigger) => <Opened user={user} trigger={trigger} />}
    </LazyMenu>
  );
};
