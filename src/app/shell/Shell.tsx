import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { selectUser } from '../../domains/session';
import { useAppSelector } from '../../store/hooks';
import { GuestFrame } from '../../ui/GuestFrame';
import { OfflineBar } from '../../ui/OfflineBar';
import { ProgressLine } from '../../ui/ProgressLine';
import { T } from '../../ui/text';
import { BottomBar } from './BottomBar';
import { destinationsFor } from './navigation';
import { TopBar } from './TopBar';
import { useChat, useTitleBadge } from './useChat';
import styles from './Shell.module.css';

/** The frame of every page of a signed-in user. */
export const Shell = () => {
  const user = useAppSelector(selectUser);
  useChat(user?.id);
  useTitleBadge();
  if (!user) {
    return (
      <GuestFrame>
        <Suspense fallback={<ProgressLine />}>
          <Outlet />
        </Suspense>
      </GuestFrame>
    );
  }
  const destinations = destinationsFor(user);
  return (
    <>
      <a className={styles.skip} href="#content">
        <T id="shell.skip" />
      </a>
      <TopBar user={user} destinations={destinations} />
      <OfflineBar />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Suspense fallback={<ProgressLine />}>
          <Outlet />
        </Suspense>
      </main>
      <BottomBar destinations={destinations} isCompany={user.userType === 'company'} />
    </>
  );
};
