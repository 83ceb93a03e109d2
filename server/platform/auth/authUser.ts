import type { EmployerType } from '../../../contract/constants/roles';

/** The signed-in user of a request. */
export interface AuthUser {
  id: number;
  organisationId: number;
  userType: EmployerType;
  grantLevel: number;
  sessionId: string;
  /** As the audit log keeps it. */
  name: string;
}
