import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { selectExpired, selectReauthentication, selectStart, startRetried } from '../domains/session';
import { useAppDispatch, useAppSelector, useFields } from '../store/hooks';
import { withLaterWork } from '../store/withLaterWork';
import { GuestCornerContext, GuestNoticesContext } from '../ui/GuestFrame';
import { ProgressLine } from '../ui/ProgressLine';
import { ErrorState } from '../ui/State';
import { GuestNotices } from './shell/GuestNotices';
import { LanguageSwitch } from './shell/LanguageSwitch';
import { Notices } from './shell/Notices';
import { useScrollToTop } from './useScrollToTop';

const SessionDialog = lazy(async () => ({
  // Signing out drops unsent forms and messages, which belong to the rest of the daily work.
  default: (await withLaterWork(() => import('./shell/SessionDialog'))).SessionDialog,
}));
const PasswordDialog = lazy(async () => ({
  default: (await import('../widgets/Reauthentication/PasswordDialog')).PasswordDialog,
}));

/** Wraps every page: restores the stored session, and shows notices and the dialog for signing in again. */
export const Root = () => {
  const dispatch = useAppDispatch();
  const start = useAppSelector(selectStart);
  const isExpired = useAppSelector(selectExpired);
  const { isOpen: asksForPassword } = useFields(selectReauthentication, 'isOpen');
  useScrollToTop();
  if (start.status === 'failed') {
    return (
      <main>
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
      {asksForPassword && (
        <Suspense fallback={<ProgressLine />}>
          <PasswordDialog />
        </Suspense>
      )}
      {isExpired && (
        <Suspense fallback={<ProgressLine />}>
          <SessionDialog />
        </Suspense>
      )}
    </>
  );
};
