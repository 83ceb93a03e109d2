import { lazy, Suspense, useState } from 'react';
import type { LastDecided } from '../../domains/applications';
import { selectLastDecision, selectQuestion } from '../../domains/decisions';
import { useAppSelector } from '../../store/hooks';

// The first view has no decision.
const LastDecisionBar = lazy(async () => ({ default: (await import('./LastDecisionBar')).LastDecisionBar }));

// Few declines cancel an interview.
const AppointmentQuestion = lazy(async () => ({
  default: (await import('./AppointmentQuestion')).AppointmentQuestion,
}));

/**
 * The user's last decision with its undo, until the next decision, and the question whether to cancel an open
 * interview: docs/PRODUCT.md#deciding. A page shows it once.
 */
export const DecisionBar = ({ onUndone }: { onUndone?: (decided: LastDecided) => void }) => {
  const last = useAppSelector(selectLastDecision);
  const question = useAppSelector(selectQuestion);
  // A screen reader hears the decision only from a region that is there before it.
  const [announcement, setAnnouncement] = useState('');
  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <Suspense>
        {last && <LastDecisionBar key={last.row.id} last={last} onAnnounce={setAnnouncement} onUndone={onUndone} />}
        {question && <AppointmentQuestion key={question.applicationId} question={question} />}
      </Suspense>
    </>
  );
};
