import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { localeChosen, selectLocale, selectTheme, themeChosen, THEMES, type Theme } from '../../domains/preferences';
import type { SessionUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { Icon } from '../../ui/icons';
import { Menu, MenuChoice, MenuLine, MenuLink } from '../../ui/Menu';
import { T, useText } from '../../ui/text';
import styles from './Shell.module.css';

/** Who is signed in, the choice of language and theme, and the way out. */
export const ProfileMenu = ({ user }: { user: SessionUser }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const locale = useAppSelector(selectLocale);
  const theme = useAppSelector(selectTheme);
  const name = `${user.firstName} ${user.lastName}`;
  const trigger = (
    <button type="button" className={styles.account} aria-label={t('shell.menu.open', { name })}>
      <Avatar name={name} src={user.imageUrl} size={32} />
      <Icon name="down" size={16} />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <div className={styles.who}>
        <span className={styles.whoName}>{name}</span>
        <span className={styles.whoMore}>{user.companyName ?? user.email}</span>
        <span className={styles.whoMore}>
          <T id={`shell.roles.${user.userType}`} />
        </span>
      </div>
      <MenuLine />
      <MenuLink to={paths.profile()} icon="profile">
        {t('shell.nav.profile')}
      </MenuLink>
      <MenuLine />
      <MenuChoice
        label={t('shell.menu.language')}
        value={locale}
        options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        onChoose={(value) => dispatch(localeChosen(value as Language))}
      />
      <MenuLine />
      <MenuChoice
        label={t('shell.menu.theme')}
        value={theme}
        options={THEMES.map((value) => ({ value, label: t(`shell.menu.theme.${value}`) }))}
        onChoose={(value) => dispatch(themeChosen(value as Theme))}
      />
      <MenuLine />
      <MenuLink to={paths.logout()} icon="signOut">
        {t('shell.menu.signOut')}
      </MenuLink>
    </Menu>
  );
};
