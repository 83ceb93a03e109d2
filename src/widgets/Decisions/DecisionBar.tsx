import { lazy, Suspense, useState } from 'react';
import { selectApplication, selectDeclining, type ApplicationRow } from '../../domains/applications';
import {
  declineUndoneEarly,
  lastDecision,
  selectIsDecisionPending,
  selectQuestion,
  selectUndoneEarly,
} from '../../domains/decisions';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';

// The first view has no decision.
const LastDecisionBar = lazy(async () => ({
  default: (await withLaterWork(() => import('./LastDecisionBar'))).LastDecisionBar,
}));

// A decline is under way for a moment only.
const EarlyUndo = lazy(async () => ({
  default: (await withLaterWork(() => import('./LastDecisionBar'))).EarlyUndo,
}));

// Few declines cancel an interview.
const AppointmentQuestion = lazy(async () => ({
  default: (await withLaterWork(() => import('./LastDecisionBar'))).AppointmentQuestion,
}));

/**
 * The user's last decision with its undo, until the next decision, and the question whether to cancel an open
 * interview: docs/PRODUCT.md#deciding. A page shows it once.
 */
export const DecisionBar = ({ onUndone }: { onUndone?: (row: ApplicationRow, page: number | null) => void }) => {
  const dispatch = useAppDispatch();
  const last = useAppSelector(lastDecision.select);
  const row = useAppSelector(selectApplication(last?.applicationId ?? 0));
  const question = useAppSelector(selectQuestion);
  const declining = useAppSelector(selectDeclining);
  // Without this one, a decline under way is older than the decision that the bar shows.
  const isOtherPending = useAppSelector(selectIsDecisionPending(row?.otherWay?.open?.applicationId ?? 0));
  const undoneEarly = useAppSelector(selectUndoneEarly);
  // Screen readers announce the decision only in a region that exists before it.
  const [announcement, setAnnouncement] = useState('');
  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <Suspense>
        {declining !== null && (!last || isOtherPending) && (
          <EarlyUndo onUndo={() => dispatch(declineUndoneEarly({ key: declining }))} />
        )}
        {last && row && (
          <LastDecisionBar
            key={row.id}
            last={last}
            row={row}
            isUndone={last.key === undoneEarly}
            onAnnounce={setAnnouncement}
            onUndone={onUndone}
          />
        )}
        {question && <AppointmentQuestion key={question.applicationId} question={question} />}
      </Suspense>
    </>
  );
};
