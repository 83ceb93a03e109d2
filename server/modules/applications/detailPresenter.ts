import type { ApplicationDetail } from '../../../contract/schemas/applications';
import { formatDialNumber } from '../workers';
import type { WorkerDetails } from './detailRepository';
import { presentApplication, type PresenterDeps } from './presenter';
import type { ApplicationRecord } from './repository';

/** The digits of an identity number that stay readable. See docs/API.md#scope. */
const READABLE_DIGITS = 2;

/** Masks `12345678901` as `*********01`. A number of two digits or fewer is masked whole. */
export const maskIdentity = (number: string): string => {
  const readable = number.length > READABLE_DIGITS ? number.slice(-READABLE_DIGITS) : '';
  return readable.padStart(number.length, '*');
};

/** Returns the profile of a person for a file about them: their numbers are written as the employer sees them. */
export const presentForFile = ({ identityNumber, phone, countryCode, ...others }: WorkerDetails) => ({
  ...others,
  phone: formatDialNumber(phone, countryCode),
  identityNumber: identityNumber === null ? null : maskIdentity(identityNumber),
});

type Found = Pick<
  ApplicationDetail,
  | 'appointment'
  | 'source'
  | 'scoreReasons'
  | 'comments'
  | 'otherApplications'
  | 'alsoApplied'
  | 'rejectedApplicationCount'
> & { worker: WorkerDetails };

const presentWorker = (worker: WorkerDetails) => ({
  email: worker.email,
  phone: formatDialNumber(worker.phone, worker.countryCode),
  workTimePreference: worker.workTimePreferences[0] ?? null,
  workTimePreferences: worker.workTimePreferences,
  disabledStatus: worker.disabledStatus,
  university: worker.university === null ? null : { name: worker.university },
  universityStatus: worker.universityStatus,
  universityDepartment:
    worker.universityDepartment === null ? null : { departmentName: worker.universityDepartment, translateKey: null },
  identityNumber: worker.identityNumber === null ? null : maskIdentity(worker.identityNumber),
  certificates: worker.certificates,
  drivingLicenses: worker.drivingLicenses,
  about: worker.about,
  expectedSalary: worker.expectedSalary,
  workCategoryPreferences: worker.workCategoryPreferences,
  ratingScore: worker.ratingScore === null ? null : { score: worker.ratingScore },
  language: { languageCode: worker.languageCode },
  country: { country_code: worker.countryCode },
});

export const presentDetail = (
  record: ApplicationRecord,
  deps: PresenterDeps,
  { worker, ...found }: Found,
): ApplicationDetail => {
  const row = presentApplication(record, deps);
  const { latitude, longitude } = worker;
  const location =
    row.user.location === null || latitude === null || longitude === null
      ? null
      : { ...row.user.location, latitude, longitude };
  const comment = found.comments[0]?.message ?? null;
  return { ...row, ...found, user: { ...row.user, ...presentWorker(worker), location, comment } };
};
