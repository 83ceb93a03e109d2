import type { TodayState } from './slice';

interface Root {
  today: TodayState;
}

export const selectToday = (state: Root) => state.today;
/** True while the server settles the conversation or puts the application off. */
export const selectIsTodayPending =
  (id: number) =>
  ({ today: { settle, snooze } }: Root): boolean =>
    settle[id]?.status === 'loading' || snooze[id]?.status === 'loading';
/** Returns the last message of the worker's conversation; undefined until it is known. */
export const selectLastMessage =
  (userId: number, workerId: number) =>
  ({ today }: Root): string | undefined =>
    today.lastMessages[`${userId}-${workerId}`];
