import { LANGUAGES, type Language } from '../../contract/constants/options';
import { localeChosen, selectLanguage } from '../domains/preferences';
import { browserLocales, localeOf } from '../lib/locales';
import { useAppDispatch, useAppSelector, useFields } from '../store/hooks';
import { Select } from '../ui/Select';
import { useText } from '../ui/text';
import { useEffect, useRef, Suspense } from 'react';
import { useLocation, useNavigationType, Outlet } from 'react-router-dom';
import type { ListOrigin } from '../lib/pageKey';
import {
  passwordCancelled,
  selectExpired,
  selectReauthentication,
  selectStart,
  startRetried,
} from '../domains/session';
import { withLaterWork } from '../store/withLaterWork';
import { GuestCornerContext, GuestNoticesContext } from '../ui/GuestFrame';
import { lazyDialog } from '../ui/lazyPart';
import { PageHeading } from '../ui/PageHeading';
import { ProgressLine } from '../ui/ProgressLine';
import { ErrorState } from '../ui/State';
import { GuestNotices, Notices } from './shell/Notices';

/** Offers the languages to visitors without an account menu. */
const LanguageSwitch = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const language = useAppSelector(selectLanguage);
  return (
    <Select
      label={t('shell.menu.language')}
      labelHidden
      value={language}
      options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
      onChange={(value) => dispatch(localeChosen(localeOf(value as Language, browserLocales())))}
    />
  );
};

/**
 * Scrolls a new page to its top, unless it opens beside a list. When the user goes back, the pages restore their
 * position (`useScrollMemory`).
 */
const useScrollToTop = () => {
  const { pathname, state } = useLocation();
  const stays = (state as Partial<ListOrigin> | null)?.stays === true;
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    if (before.current !== pathname && type !== 'POP' && !stays) window.scrollTo(0, 0);
    before.current = pathname;
  }, [pathname, type, stays]);
};

const SessionDialog = lazyDialog(
  // Signing out deletes unsent forms and messages, whose code loads with the daily work.
  async () => (await withLaterWork(() => import('./shell/SessionDialog'))).SessionDialog,
  <ProgressLine />,
);
const PasswordDialog = lazyDialog(
  async () => (await import('../widgets/Reauthentication/PasswordDialog')).PasswordDialog,
  <ProgressLine />,
);

/** Wraps every page: restores the stored session, and shows notices and the dialog for signing in again. */
export const Root = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const start = useAppSelector(selectStart);
  const isExpired = useAppSelector(selectExpired);
  const { isOpen: asksForPassword } = useFields(selectReauthentication, 'isOpen');
  useScrollToTop();
  if (start.status === 'failed') {
    return (
      <main>
        <PageHeading title={t('ui.failed.title')} hidden />
        <ErrorState failure={start.error} onRetry={() => dispatch(startRetried())} />
      </main>
    );
  }
  if (start.status !== 'loaded') return <ProgressLine />;
  return (
    <>
      <GuestCornerContext value={<LanguageSwitch />}>
        <GuestNoticesContext value={<GuestNotices />}>
          <Suspense fallback={<ProgressLine />}>
            <Outlet />
          </Suspense>
        </GuestNoticesContext>
      </GuestCornerContext>
      <Notices />
      {asksForPassword && <PasswordDialog onClose={() => dispatch(passwordCancelled())} />}
      {isExpired && <SessionDialog />}
    </>
  );
};
