import { useState } from 'react';
import { selectApplication, selectDeclining, type ApplicationRow } from '../../domains/applications';
import {
  declineUndoneEarly,
  lastDecision,
  questionClosed,
  selectIsDecisionPending,
  selectQuestion,
  selectUndoneEarly,
} from '../../domains/decisions';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';
import { lazyDialog, lazyPart } from '../../ui/lazyPart';

// The first view has no decision.
const load = () => withLaterWork(() => import('./LastDecisionBar'));
const LastDecisionBar = lazyPart(async () => (await load()).LastDecisionBar);

// A decline is under way for a moment only.
const EarlyUndo = lazyPart(async () => (await load()).EarlyUndo);

// Few declines cancel an interview.
const AppointmentQuestion = lazyDialog(async () => (await load()).AppointmentQuestion);

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
      {question && (
        <AppointmentQuestion
          key={question.applicationId}
          question={question}
          onClose={() => dispatch(questionClosed(question))}
        />
      )}
    </>
  );
};
