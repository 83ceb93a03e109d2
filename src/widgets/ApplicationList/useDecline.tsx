import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import type { Decision } from '../../../contract/schemas/decisions';
import { declineRequested, selectIsDecisionPending, selectQuestion } from '../../domains/decisions';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';

// Few declines cancel an interview.
const AppointmentQuestion = lazy(async () => ({
  default: (await import('./AppointmentQuestion')).AppointmentQuestion,
}));

interface Declinable {
  id: number;
  decision: Decision | null;
  user: { firstName: string; lastName: string };
}

interface Decline<R> {
  /** Declines an application. Does nothing while the server decides on it, or if it is declined already. */
  decline: (row: R) => void;
  /** The question whether to cancel an open interview, which the caller must render. */
  dialog: ReactNode;
}

/** Declines an application at once, and asks first if that would cancel an interview: docs/PRODUCT.md#deciding. */
export const useDecline = <R extends Declinable>(): Decline<R> => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [pressed, setPressed] = useState<R | null>(null);
  const question = useAppSelector(selectQuestion(pressed?.id ?? null));
  const decline = useCallback(
    (row: R) => {
      if (row.decision || selectIsDecisionPending(row.id)(store.getState())) return;
      setPressed(row);
      dispatch(declineRequested({ applicationId: row.id }));
    },
    [dispatch, store],
  );
  const dialog = question && pressed && (
    <Suspense>
      <AppointmentQuestion question={question} name={`${pressed.user.firstName} ${pressed.user.lastName}`} />
    </Suspense>
  );
  return { decline, dialog };
};
