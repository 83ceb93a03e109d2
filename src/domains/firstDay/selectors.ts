import { init } from '../kit/loadable';
import type { FirstDayState } from './slice';

interface Root {
  firstDay: FirstDayState;
}

/** Returns the state of the last change of this application's first day. */
export const selectFirstDaySave =
  (id: number) =>
  ({ firstDay }: Root) =>
    firstDay.save[id] ?? init;
export const selectIsOutcomePending =
  (id: number) =>
  ({ firstDay }: Root): boolean =>
    firstDay.outcome[id]?.status === 'loading';
export const selectDueFirstDays = ({ firstDay }: Root) => firstDay.due;
