import { use, useRef, useState, type ReactElement } from 'react';
import { fullName } from '../../../contract/constants/text';
import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { localeChosen, selectLanguage, selectTheme, themeChosen, THEMES, type Theme } from '../../domains/preferences';
import type { SessionUser } from '../../domains/session';
import { browserLocales, localeOf } from '../../lib/locales';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Menu, MenuAction, MenuChoice, MenuLine, MenuLink } from '../../ui/Menu';
import { SupportContext } from '../../ui/SupportButton';
import { Name, T, useText } from '../../ui/text';
import { RecentBulks } from '../../widgets/Bulk/RecentBulks';
import { KeysDialog } from '../../widgets/PageKeys/KeysDialog';
import { PastNotices } from './PastNotices';
import styles from './ProfileMenu.module.css';

/** The account menu: the user, language, theme and signing out. It mounts in the open state. */
export const ProfileMenuOpened = ({ user, trigger }: { user: SessionUser; trigger: ReactElement }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const language = useAppSelector(selectLanguage);
  const theme = useAppSelector(selectTheme);
  const openTrace = use(SupportContext);
  const [shown, setShown] = useState<'bulks' | 'keys' | 'notices' | null>(null);
  const close = () => setShown(null);
  // Opens the dialog only after the menu has closed and its button has the focus, because the dialog returns the focus
  // there.
  const chosen = useRef<'bulks' | 'keys' | 'notices' | 'trace' | null>(null);
  const handleClosed = () => {
    if (chosen.current === 'trace') openTrace?.();
    else setShown(chosen.current);
    chosen.current = null;
  };
  return (
    <>
      <Menu trigger={trigger} startsOpen onClosed={handleClosed}>
        <div className={styles.who}>
          <Name className="bold">{fullName(user)}</Name>
          <Name className={styles.whoMore}>{user.companyName ?? user.email}</Name>
          <span className={styles.whoMore}>
            <T id={`shell.roles.${user.userType}`} />
          </span>
        </div>
        <MenuLine />
        <MenuLink to={paths.profile()} icon="profile">
          {t('shell.nav.profile')}
        </MenuLink>
        <MenuLink to={paths.yourPage()} icon="branches">
          {t('yourPage.title')}
        </MenuLink>
        <MenuLine />
        <MenuChoice
          label={t('shell.menu.language')}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
          onChoose={(value) => dispatch(localeChosen(localeOf(value as Language, browserLocales())))}
        />
        <MenuLine />
        <MenuChoice
          label={t('shell.menu.theme')}
          value={theme}
          options={THEMES.map((value) => ({ value, label: t(`shell.menu.theme.${value}`) }))}
          onChoose={(value) => dispatch(themeChosen(value as Theme))}
        />
        <MenuLine />
        <MenuAction icon="clock" onChoose={() => void (chosen.current = 'bulks')}>
          {t('bulk.recent')}
        </MenuAction>
        <MenuAction icon="bell" onChoose={() => void (chosen.current = 'notices')}>
          {t('shell.notices.title')}
        </MenuAction>
        <MenuAction icon="help" onChoose={() => void (chosen.current = 'keys')}>
          {t('shell.menu.keys')}
        </MenuAction>
        {openTrace && (
          <MenuAction icon="help" onChoose={() => void (chosen.current = 'trace')}>
            {t('ui.support.save')}
          </MenuAction>
        )}
        <MenuLink to={paths.logout()} icon="signOut">
          {t('shell.menu.signOut')}
        </MenuLink>
      </Menu>
      <PastNotices open={shown === 'notices'} onClose={close} />
      <RecentBulks open={shown === 'bulks'} onClose={close} />
      <KeysDialog open={shown === 'keys'} onClose={close} />
    </>
  );
};
