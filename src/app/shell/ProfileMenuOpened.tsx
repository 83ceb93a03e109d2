import { use, type ReactElement } from 'react';
import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { localeChosen, selectLocale, selectTheme, themeChosen, THEMES, type Theme } from '../../domains/preferences';
import type { SessionUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Menu, MenuAction, MenuChoice, MenuLine, MenuLink } from '../../ui/Menu';
import { SupportContext } from '../../ui/SupportButton';
import { T, useText } from '../../ui/text';
import styles from './Shell.module.css';

/** Who is signed in, the choice of language and theme, and the way out; open from the start. */
export const ProfileMenuOpened = ({ user, trigger }: { user: SessionUser; trigger: ReactElement }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const locale = useAppSelector(selectLocale);
  const theme = useAppSelector(selectTheme);
  const openTrace = use(SupportContext);
  return (
    <Menu trigger={trigger} startsOpen>
      <div className={styles.who}>
        <span className={styles.whoName}>{`${user.firstName} ${user.lastName}`}</span>
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
      {openTrace && (
        <MenuAction icon="help" onChoose={openTrace}>
          {t('ui.support.save')}
        </MenuAction>
      )}
      <MenuLink to={paths.logout()} icon="signOut">
        {t('shell.menu.signOut')}
      </MenuLink>
    </Menu>
  );
};
