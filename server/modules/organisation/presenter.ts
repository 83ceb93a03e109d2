import type { BranchAccount, HrAccount } from '../../../contract/schemas/organisation';
import type { Files } from '../../platform/files';
import type { StaffRecord } from './repository';

/** Digits after the point: some 10 cm, and never written with an exponent. */
const DECIMALS = 6;
const degrees = (value: number): number => Number(value.toFixed(DECIMALS));

const invitationOf = ({ isActivated, invitedAt }: StaffRecord) => ({
  isActivated,
  invitedAt: isActivated ? null : invitedAt.toISOString(),
});

/** A person of the HR staff on the wire. */
export const presentHrAccount = (record: StaffRecord): HrAccount => ({
  id: record.id,
  firstName: record.firstName,
  lastName: record.lastName,
  email: record.email,
  ...invitationOf(record),
});

/** A branch on the wire, spec 1 point 3. */
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
