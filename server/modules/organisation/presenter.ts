import type { BranchAccount, HrAccount } from '../../../contract/schemas/organisation';
import type { Files } from '../../platform/files';
import type { StaffRecord } from './repository';

/** Decimals of a degree: about 10 cm, and the number never has an exponent. */
const DECIMALS = 6;
const degrees = (value: number): number => Number(value.toFixed(DECIMALS));

const invitationOf = ({ isActivated, invitedAt }: StaffRecord) => ({
  isActivated,
  invitedAt: isActivated ? null : invitedAt.toISOString(),
});

export const presentHrAccount = (record: StaffRecord): HrAccount => ({
  id: record.id,
  firstName: record.firstName,
  lastName: record.lastName,
  email: record.email,
  ...invitationOf(record),
});

export const presentBranch = (record: StaffRecord, files: Files): BranchAccount => {
  const { latitude, longitude, taxOfficeId, taxOfficeName } = record;
  return {
    ...presentHrAccount(record),
    companyName: record.companyName ?? '',
    taxOffice: taxOfficeId === null || taxOfficeName === null ? null : { id: taxOfficeId, name: taxOfficeName },
    taxOfficeNumber: record.taxOfficeNumber,
    commercialTitle: record.commercialTitle,
    website: record.website,
    companyAddress: record.companyAddress,
    location: latitude === null || longitude === null ? null : `${degrees(latitude)}, ${degrees(longitude)}`,
    imageUrl: files.imageUrl(record.imageKey),
  };
};
