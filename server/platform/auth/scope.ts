import type { AuthUser } from './authUser';

/** What a user sees and changes: a whole organisation, or in it what belongs to one branch or company. */
export interface Scope {
  organisationId: number;
  /** Null: the whole organisation. */
  userId: number | null;
}

/** HR staff and root reach their organisation, branches and companies their own. API contract, section 2. */
export const ownerScope = ({ id, organisationId, userType }: AuthUser): Scope => ({
  organisationId,
  userId: userType === 'hr_account' || userType === 'root' ? null : id,
});
