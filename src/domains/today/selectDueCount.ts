import type { TodayState } from './slice';

// Apart from the other selectors, because the menu shows the number before the rest of the domain has loaded.

/** Number of applications that wait for the user now; 0 until it is known. */
export const selectDueCount = ({ today }: { today?: TodayState }): number =>
  today?.due.status === 'loaded' ? today.due.data.now : 0;
