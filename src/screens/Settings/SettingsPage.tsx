import { useEffect, useId, useRef, type ComponentType, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { dataOr } from '../../domains/kit/loadable';
import {
  localeChosen,
  selectBeginsWithToday,
  selectLanguage,
  selectTheme,
  themeChosen,
  THEMES,
  todaySwitched,
  type Theme,
} from '../../domains/preferences';
import { openCountRequested, selectPrivacy } from '../../domains/privacy';
import { canEditProfile, canReadSettings } from '../../domains/profile';
import { isType, managesPrivacy, selectUser, type SessionUser } from '../../domains/session';
import { browserLocales, localeOf } from '../../lib/locales';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Badge } from '../../ui/Badge';
import { ButtonLink } from '../../ui/Button';
import { Page } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { Segmented } from '../../ui/Segmented';
import { T, useText } from '../../ui/text';
import { CalendarFeedButton } from '../../widgets/CalendarFeed/CalendarFeedButton';
import { DecisionNoticeSettings } from './DecisionNoticeSettings';
import { SignIns } from './SignIns';
import styles from './Settings.module.css';

interface PartProps {
  user: SessionUser;
  heading: RefObject<HTMLHeadingElement | null>;
}

const Look = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  return (
    <>
      <Segmented
        label={t('shell.menu.language')}
        value={useAppSelector(selectLanguage)}
        options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        onChange={(value: Language) => dispatch(localeChosen(localeOf(value, browserLocales())))}
      />
      <Segmented
        label={t('shell.menu.theme')}
        value={useAppSelector(selectTheme)}
        options={THEMES.map((value) => ({ value, label: t(`shell.menu.theme.${value}`) }))}
        onChange={(value: Theme) => dispatch(themeChosen(value))}
      />
    </>
  );
};

/** Chooses whether the dashboard begins with Today on this device. */
const Start = ({ user: { id: userId } }: PartProps) => {
  const id = useId();
  const dispatch = useAppDispatch();
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={useAppSelector(selectBeginsWithToday(userId))}
        aria-describedby={id}
        onChange={({ target }) => dispatch(todaySwitched({ userId, isOn: target.checked }))}
      />
      <T id="today.begin" />
      <span id={id} className="hint regular">
        <T id="today.begin.text" />
      </span>
    </label>
  );
};

const Calendar = () => (
  <>
    <T as="p" className="soft" id="calendarFeed.text" />
    <div>
      <CalendarFeedButton />
    </div>
  </>
);

const Imports = ({ user }: PartProps) => (
  <>
    <T as="p" className="soft" id="settings.imports.text" />
    <div className="flex wrap gap-8">
      <ButtonLink small to={paths.branchImport()} textId="imports.branch.title" />
      {isType(user, 'root') && <ButtonLink small to={paths.hrImport()} textId="imports.hr.title" />}
    </div>
  </>
);

/** Leads to privacy and says how many requests are open. */
const Privacy = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const count = dataOr(useFields(selectPrivacy, 'openCount').openCount, 0);
  useEffect(() => void dispatch(openCountRequested()), [dispatch]);
  return (
    <>
      <T as="p" className="soft" id="privacy.text" />
      <div>
        <ButtonLink to={paths.privacy()} icon="shield" small>
          <span>{t('settings.privacy.open')}</span>
          {count > 0 && (
            <Badge tone="action">
              <T id="privacy.open" values={{ count }} />
            </Badge>
          )}
        </ButtonLink>
      </div>
    </>
  );
};

const Notices = ({ user }: PartProps) => <DecisionNoticeSettings canEdit={canEditProfile(user)} />;

interface Part {
  id: 'look' | 'start' | 'calendar' | 'imports' | 'privacy' | 'notices' | 'sessions';
  title: ReactNode;
  Content: ComponentType<PartProps>;
  isFor?: (user: SessionUser) => boolean;
}

/** The sections in order, each with who has it. Their ids are the anchors of shared links. */
const PARTS: readonly Part[] = [
  { id: 'look', title: <T id="settings.look.title" />, Content: Look },
  { id: 'start', title: <T id="settings.start.title" />, Content: Start },
  { id: 'calendar', title: <T id="calendarFeed.title" />, Content: Calendar },
  {
    id: 'imports',
    title: <T id="settings.imports.title" />,
    Content: Imports,
    isFor: (user) => isType(user, 'root', 'hr_account'),
  },
  { id: 'privacy', title: <T id="privacy.title" />, Content: Privacy, isFor: managesPrivacy },
  { id: 'notices', title: <T id="profile.telling.title" />, Content: Notices, isFor: canReadSettings },
  { id: 'sessions', title: <T id="profile.signIns.title" />, Content: SignIns },
];

const Section = ({ part: { id, title, Content }, user }: { part: Part; user: SessionUser }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.section}>
      <h2 ref={heading} id={`${id}-title`} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      <Content user={user} heading={heading} />
    </section>
  );
};

/** What a user can set for this device, the account and the organisation: docs/PRODUCT.md#settings. */
export const SettingsPage = () => {
  const t = useText();
  const user = useAppSelector(selectUser);
  const { hash } = useLocation();
  useEffect(() => {
    // The browser looked for the section before this page had loaded.
    const section = hash && document.getElementById(hash.slice(1));
    if (!section) return;
    section.scrollIntoView?.();
    section.focus({ preventScroll: true });
  }, [hash]);
  if (!user) return null;
  const parts = PARTS.filter(({ isFor }) => !isFor || isFor(user));
  return (
    <Page>
      <PageHeading title={t('settings.title')} className="size-24 space-below-16" />
      <div className={styles.layout}>
        <nav className={styles.index} aria-label={t('settings.index')}>
          {parts.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <div className="stack gap-16 shrinks">
          {parts.map((part) => (
            <Section key={part.id} part={part} user={user} />
          ))}
        </div>
      </div>
    </Page>
  );
};
