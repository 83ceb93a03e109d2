import type { DecisionsState } from './slice';

interface Root {
  decisions: DecisionsState;
}

export const selectDecisions = (state: Root) => state.decisions;
export const selectLastDecision = ({ decisions }: Root) => decisions.last;
/** The appointment that a decline of this application would cancel; null without an open question. */
export const selectQuestion =
  (id: number | null) =>
  ({ decisions: { question } }: Root) =>
    question?.applicationId === id ? question : null;
/** True while the server decides on declining or reopening the application. */
export const selectIsDecisionPending =
  (id: number) =>
  ({ decisions: { decline, reopen } }: Root): boolean =>
    decline[id]?.status === 'loading' || reopen[id]?.status === 'loading';
