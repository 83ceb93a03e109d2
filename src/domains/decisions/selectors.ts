import type { DecisionsState } from './slice';

interface Root {
  decisions: DecisionsState;
}

export const selectLastDecision = ({ decisions }: Root) => decisions.last;
/** The appointment that a refused decline would cancel; null without an open question. */
export const selectQuestion = ({ decisions }: Root) => decisions.questions[0] ?? null;
/** Returns the load state of declining this application. */
export const selectDeclineState =
  (id: number) =>
  ({ decisions: { decline } }: Root) =>
    decline[id]?.status ?? 'init';
export const selectIsChangePending =
  (id: number) =>
  ({ decisions: { change } }: Root): boolean =>
    change[id]?.status === 'loading';
/** True while the server decides on declining or reopening the application. */
export const selectIsDecisionPending =
  (id: number) =>
  ({ decisions: { decline, reopen } }: Root): boolean =>
    decline[id]?.status === 'loading' || reopen[id]?.status === 'loading';
