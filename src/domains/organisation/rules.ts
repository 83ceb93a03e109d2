import { fold } from '../../../contract/constants/text';
import type { BranchAccount, HrAccount } from '../../../contract/schemas/organisation';
import type { Failure } from '../kit/failure';
import { lacksPassword } from '../kit/password';

/** What the form of a person of the HR staff holds. */
export interface HrValues {
  firstName: string;
  lastName: string;
  email: string;
}

/** What the form of a branch holds; texts are empty where nothing was entered. */
export interface BranchValues extends HrValues {
  companyName: string;
  taxOffice: { id: number; name: string } | null;
  taxOfficeNumber: string;
  commercialTitle: string;
  website: string;
  companyAddress: string;
  location: { name: string; latitude: number; longitude: number } | null;
}

/** What the form says itself; any other failure goes to the error page. Spec 1, point 8. No answer keeps what was typed. */
export const isShownInStaffForm = (failure: Failure): boolean =>
  ['invalid', 'network', 'limited'].includes(failure.kind) || lacksPassword(failure);

/** The branches with the text in their name, their person's name or email; all letters count as small, without accents. */
export const branchesMatching = (branches: readonly BranchAccount[], text: string): readonly BranchAccount[] => {
  const wanted = fold(text);
  if (wanted === '') return branches;
  const isWanted = ({ companyName, firstName, lastName, email }: BranchAccount) =>
    fold(`${companyName} ${firstName} ${lastName} ${email}`).includes(wanted);
  return branches.filter(isWanted);
};

/** First and last name. */
export const nameOf = ({ firstName, lastName }: Pick<HrAccount, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;
