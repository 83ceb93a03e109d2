import { Suspense, type FocusEvent } from 'react';
import { Outlet } from 'react-router-dom';
import { selectUser } from '../../domains/session';
import { useAppSelector } from '../../store/hooks';
import { GuestFrame } from '../../ui/GuestFrame';
import { OfflineBar, WrongClockBar } from '../../ui/OfflineBar';
import { ProgressLine } from '../../ui/ProgressLine';
import { T } from '../../ui/text';
import { BulkProgress } from '../../widgets/Bulk/BulkProgress';
import { BottomBar } from './BottomBar';
import { destinationsFor } from './navigation';
import { TopBar } from './TopBar';
import { useChat, useTitleBadge } from './useChat';
import styles from './Shell.module.css';

/**
 * Scrolls a focused text field clear of the bars (WCAG 2.4.11). The browser only brings its caret into view and
 * ignores the bars; the margin of other controls is enough.
 */
const scrollFocusIntoView = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
  // Events of a dialog bubble here through React, although its elements are elsewhere.
  if (target.matches('input, textarea') && currentTarget.contains(target)) target.scrollIntoView({ block: 'nearest' });
};

export const Shell = () => {
  const user = useAppSelector(selectUser);
  useChat(user?.id);
  useTitleBadge();
  if (!user) {
    return (
      <>
        <WrongClockBar />
        <GuestFrame>
          <Suspense fallback={<ProgressLine />}>
            <Outlet />
          </Suspense>
        </GuestFrame>
      </>
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
      <WrongClockBar />
      <BulkProgress />
      <main id="content" tabIndex={-1} className={styles.main} onFocus={scrollFocusIntoView}>
        <Suspense fallback={<ProgressLine />}>
          <Outlet />
        </Suspense>
      </main>
      <BottomBar destinations={destinations} />
    </>
  );
};
