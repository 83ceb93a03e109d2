import type { Bulk } from './rules';
import type { PendingBulksState } from './pending';
import type { BulksState } from './slice';

interface Root {
  bulks: BulksState;
}

export const selectBulks = (state: Root) => state.bulks;
export const selectPendingBulks = (state: { pendingBulks: PendingBulksState }) => state.pendingBulks.bulks;

export const selectSelection = (state: Root) => state.bulks.selection;
export const selectIsChosen =
  (id: number) =>
  ({ bulks: { selection } }: Root): boolean =>
    selection.isAll !== (selection.marks[id] ?? false);
/** True while at least one row is chosen, or after the user has begun to choose. */
export const selectIsChoosing = ({ bulks: { selection } }: Root): boolean => {
  if (selection.isAll || selection.hasBegun) return true;
  for (const _id in selection.marks) return true;
  return false;
};

export const selectBulk =
  (id: string) =>
  (state: Root): Bulk | undefined =>
    state.bulks.bulks[id];
/** Returns the bulk action that the progress bar shows. */
export const selectShownBulk = ({ bulks: { shown, bulks } }: Root): Bulk | null => bulks[shown[0] ?? ''] ?? null;
