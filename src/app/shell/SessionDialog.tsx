import { lazy, Suspense } from 'react';
import { selectExpired } from '../../domains/session';
import { useAppSelector } from '../../store/hooks';
import { ProgressLine } from '../../ui/ProgressLine';

// The form and its rules come only when they are needed.
const ExpiredDialog = lazy(async () => ({ default: (await import('./ExpiredDialog')).ExpiredDialog }));

/** Asks to sign in again, over the page, when the session ended in mid-work. */
export const SessionDialog = () =>
  useAppSelector(selectExpired) ? (
    <Suspense fallback={<ProgressLine />}>
      <ExpiredDialog />
    </Suspense>
  ) : null;
