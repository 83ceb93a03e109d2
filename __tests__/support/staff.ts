import type { BranchAccount, HrAccount } from '../../contract/schemas/organisation';

export const anHrAccount = (given: Partial<HrAccount> = {}): HrAccount => ({
  id: 21,
  firstName: 'Zeynep',
  lastName: 'Korkmaz',
  email: 'zeynep@example.com',
  isActivated: true,
  invitedAt: null,
  ...given,
});

export const aBranch = (given: Partial<BranchAccount> = {}): BranchAccount => ({
  ...anHrAccount(),
  id: 31,
  companyName: 'Kahve Durağı Kadıköy',
  taxOffice: null,
  taxOfficeNumber: null,
  commercialTitle: null,
  website: null,
  companyAddress: null,
  location: '40.99, 29.03',
  imageUrl: null,
  ...given,
});
