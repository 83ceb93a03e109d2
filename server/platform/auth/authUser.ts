import type { EmployerType } from '../../../contract/constants/roles';

/** The signed-in user of a request. */
export interface AuthUser {
  id: number;
  organisationId: number;
  userType: EmployerType;
  grantLevel: number;
  sessionId: string;
  /** The name that the audit log stores. */
  name: string;
}
