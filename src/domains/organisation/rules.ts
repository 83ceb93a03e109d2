import { fold } from '../../../contract/constants/text';
import type { BranchAccount, BranchJobCount } from '../../../contract/schemas/organisation';

export interface HrValues {
  firstName: string;
  lastName: string;
  email: string;
}

/** Values of the branch form; empty fields are empty texts. */
export interface BranchValues extends HrValues {
  companyName: string;
  taxOffice: { id: number; name: string } | null;
  taxOfficeNumber: string;
  commercialTitle: string;
  website: string;
  companyAddress: string;
  location: { name: string; latitude: number; longitude: number } | null;
}

/** Returns the branches as the options of a select; browsers must not translate their names. */
export const branchOptions = (branches: readonly BranchJobCount[]) =>
  branches.map(({ userId, companyName }) => ({ value: String(userId), label: companyName, isName: true }));

/** Returns the branches whose name, person or email contains the text; ignores case and accents. */
export const branchesMatching = (branches: readonly BranchAccount[], text: string): readonly BranchAccount[] => {
  const search = fold(text);
  if (search === '') return branches;
  const isMatch = ({ companyName, firstName, lastName, email }: BranchAccount) =>
    fold(`${companyName} ${firstName} ${lastName} ${email}`).includes(search);
  return branches.filter(isMatch);
};
