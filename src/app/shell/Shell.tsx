import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { selectUser } from '../../domains/session';
import { useAppSelector } from '../../store/hooks';
import { GuestFrame } from '../../ui/GuestFrame';
import { OfflineBar } from '../../ui/OfflineBar';
import { ProgressLine } from '../../ui/ProgressLine';
import { T } from '../../ui/text';
import { BottomBar } from './BottomBar';
import { destinationsFor } from './navigation';
import { TopBar } from './TopBar';
import styles from './Shell.module.css';

/** A new page starts at its top; going back is the pages' own matter (`useScrollMemory`). */
const useScrollToTop = () => {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    if (before.current !== pathname && type !== 'POP') window.scrollTo(0, 0);
    before.current = pathname;
  }, [pathname, type]);
};

/** The frame of every page of a signed-in user. */
export const Shell = () => {
  const user = useAppSelector(selectUser);
  useScrollToTop();
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
