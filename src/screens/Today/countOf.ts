import type { NeedKind } from '../../../contract/constants/need';
import type { NeedsPayload } from '../../../contract/schemas/today';
import type { TodayGroups } from '../../domains/today';

/** Returns how many rows of a kind wait, with those that are not loaded yet and without those put off. */
export const countIn =
  ({ groups, later }: TodayGroups, counts: NeedsPayload['counts'] | null, isWhole: boolean) =>
  (kind: NeedKind): number => {
    const rows = groups.find((group) => group.kind === kind)?.rows.length ?? 0;
    const putOff = later.filter(({ need }) => need.kind === kind).length;
    return isWhole || !counts ? rows : Math.max(rows, counts[kind] - putOff);
  };
