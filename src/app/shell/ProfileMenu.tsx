import { useState, type ComponentProps } from 'react';
import { fullName } from '../../../contract/constants/text';
import { noticeRaised } from '../../domains/notices';
import type { SessionUser } from '../../domains/session';
import { useAppDispatch } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { Icon } from '../../ui/icons';
import { useText } from '../../ui/text';
import type { ProfileMenuOpened } from './ProfileMenuOpened';
import styles from './Shell.module.css';

const load = async () => (await import('./ProfileMenuOpened')).ProfileMenuOpened;

type TriggerProps = ComponentProps<'button'> & { user: SessionUser; name: string };

const Trigger = ({ user, name, ...rest }: TriggerProps) => (
  <button type="button" className={styles.account} aria-haspopup="menu" {...rest}>
    <Avatar name={name} src={user.imageUrl} size={32} />
    <Icon name="down" size={16} />
  </button>
);

/**
 * The button of the account menu. The menu loads when the pointer or the focus approaches, because lists are usable
 * without it.
 */
export const ProfileMenu = ({ user }: { user: SessionUser }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const [Opened, setOpened] = useState<typeof ProfileMenuOpened>();
  const name = fullName(user);
  const label = t('shell.menu.open', { name });
  const prepare = () => void load().catch(() => undefined);
  const handleOpen = () =>
    void load().then(
      (Menu) => setOpened(() => Menu),
      () => dispatch(noticeRaised({ id: 'errors.keys.error.unavailable', kind: 'error' })),
    );
  if (Opened) return <Opened user={user} trigger={<Trigger user={user} name={name} aria-label={label} />} />;
  return (
    <Trigger
      user={user}
      name={name}
      aria-label={label}
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={handleOpen}
      onKeyDown={({ key }) => key === 'ArrowDown' && handleOpen()}
    />
  );
};
