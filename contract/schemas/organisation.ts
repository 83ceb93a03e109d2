import { Type, type Static } from 'typebox';
import { Id } from './common';

/** One branch of the dropdown: spec 1, "Company listing". */
export const BranchJobCount = Type.Object({
  userId: Id,
  companyName: Type.String(),
  activeJobCount: Type.Integer({ minimum: 0 }),
});
export type BranchJobCount = Static<typeof BranchJobCount>;
export const BranchJobCounts = Type.Array(BranchJobCount);
