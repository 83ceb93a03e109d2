import { fold } from '../../../contract/constants/text';
import type { BranchAccount, HrAccount } from '../../../contract/schemas/organisation';
import type { Failure } from '../kit/failure';
import { lacksPassword } from '../kit/password';

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

/**
 * True for failures that the form shows; any other opens the error page (docs/PRODUCT.md#error-pages). Without a
 * response the form keeps its values.
 */
export const isShownInStaffForm = (failure: Failure): boolean =>
  ['invalid', 'network', 'limited'].includes(failure.kind) || lacksPassword(failure);

/** Returns the branches whose name, person or email contains the text; ignores case and accents. */
export const branchesMatching = (branches: readonly BranchAccount[], text: string): readonly BranchAccount[] => {
  const wanted = fold(text);
  if (wanted === '') return branches;
  const isWanted = ({ companyName, firstName, lastName, email }: BranchAccount) =>
    fold(`${companyName} ${firstName} ${lastName} ${email}`).includes(wanted);
  return branches.filter(isWanted);
};

export const nameOf = ({ firstName, lastName }: Pick<HrAccount, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;
