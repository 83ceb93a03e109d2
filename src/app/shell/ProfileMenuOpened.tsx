import { selectPastNotices } from '../../domains/notices';
import { useAppSelector, useAppDispatch } from '../../store/hooks';
import { Modal } from '../../ui/Modal';
import { T, useText, Name } from '../../ui/text';
import { useNoticeText } from './Notices';
import { use, useRef, useState, type ReactElement } from 'react';
import { fullName } from '../../../contract/constants/text';
import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { localeChosen, selectLanguage } from '../../domains/preferences';
import type { SessionUser } from '../../domains/session';
import { browserLocales, localeOf } from '../../lib/locales';
import { paths } from '../../lib/paths';
import { Menu, MenuAction, MenuChoice, MenuLine, MenuLink } from '../../ui/Menu';
import { SupportContext } from '../../ui/State';
import { Link } from '../../ui/router';
import { RecentBulks } from '../../widgets/Bulk/RecentBulks';
import { KeysDialog } from '../../widgets/PageKeys/KeysDialog';
import styles from './Shell.module.css';

/** Lists the hidden notices for users who could not read them in time (WCAG 2.2.1). */
const PastNotices = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useText();
  const textOf = useNoticeText();
  const notices = useAppSelector(selectPastNotices);
  return (
    <Modal open={open} title={t('shell.notices.title')} onClose={onClose}>
      {notices.length === 0 ? (
        <T as="p" id="shell.notices.none" />
      ) : (
        <ul className="grid gap-12 breaks">
          {notices.map((notice) => (
            <li key={notice.key}>
              {notice.to === undefined ? (
                textOf(notice)
              ) : (
                <Link to={notice.to} onClick={onClose}>
                  {textOf(notice)}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
};

/** The account menu: the user, language and signing out. It mounts in the open state. */
export const ProfileMenuOpened = ({ user, trigger }: { user: SessionUser; trigger: ReactElement }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const language = useAppSelector(selectLanguage);
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
        <div className="stack tight">
          <Name className="bold">{fullName(user)}</Name>
          <Name className={styles.whoMore}>{user.companyName ?? user.email}</Name>
          <T className={styles.whoMore} id={`shell.roles.${user.userType}`} />
        </div>
        <MenuLine />
        <MenuLink to={paths.profile()} icon="profile">
          {t('shell.nav.profile')}
        </MenuLink>
        <MenuLink to={paths.yourPage()} icon="eye">
          {t('yourPage.title')}
        </MenuLink>
        <MenuLink to={paths.settings()} icon="settings">
          {t('settings.title')}
        </MenuLink>
        <MenuLine />
        <MenuChoice
          label={t('shell.menu.language')}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
          onChoose={(value) => dispatch(localeChosen(localeOf(value as Language, browserLocales())))}
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
          <MenuAction icon="download" onChoose={() => void (chosen.current = 'trace')}>
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
