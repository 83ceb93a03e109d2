import Bowser from 'bowser';
import type { Language } from '../../../contract/constants/options';
import { GRANT_LEVELS } from '../../../contract/constants/roles';
import type { UserSession } from '../../../contract/schemas/account';
import type { SessionUser } from '../../../contract/schemas/session';
import type { Files } from '../../platform/files';
import { COUNTRIES, countryByCode } from '../reference';
import type { SignInRecord, UserRecord } from './repository';

const LANGUAGES: Record<Language, { id: number; languageName: string }> = {
  tr: { id: 1, languageName: 'Türkçe' },
  en: { id: 2, languageName: 'English' },
  es: { id: 3, languageName: 'Español' },
};

/**
 * Returns an account's country with the centre of its maps. The first offered country replaces one that is no longer
 * offered.
 */
const countryOf = (code: string): SessionUser['country'] => {
  const { id, countryCode, latitude, longitude } = countryByCode(code) ?? COUNTRIES[0]!;
  return { id, country_code: countryCode, latitude, longitude };
};

export const presentUser = (record: UserRecord, files: Files): SessionUser => {
  const { latitude, longitude, userType, jobs, applications, shortLists } = record;
  const location = latitude === null || longitude === null ? null : { latitude, longitude, name: record.locationName };
  const languageCode: Language = record.languageCode in LANGUAGES ? (record.languageCode as Language) : 'en';
  const hasOwnJobs = userType === 'branch' || userType === 'company';
  return {
    id: record.id,
    userType,
    grantLevel: GRANT_LEVELS[userType],
    organisationId: record.organisationId,
    companyName: record.companyName,
    firstName: record.firstName,
    lastName: record.lastName,
    email: record.email,
    imageUrl: files.imageUrl(record.imageKey),
    about: record.about,
    phone: record.phone,
    location,
    geoLocation: location ? [location] : [],
    ...(hasOwnJobs && { counts: { jobs, applications, shortLists } }),
    taxOffice:
      record.taxOfficeId === null || record.taxOfficeName === null
        ? null
        : { id: record.taxOfficeId, name: record.taxOfficeName },
    taxOfficeNumber: record.taxOfficeNumber,
    website: record.website,
    commercialTitle: record.commercialTitle,
    companyAddress: record.companyAddress,
    dashboardAccess: record.dashboardAccess,
    jobCreationBalance: record.jobCreationBalance,
    language: { ...LANGUAGES[languageCode], languageCode, isActive: true },
    country: countryOf(record.countryCode),
    activeJobCount: record.activeJobs,
    personalFilters: record.personalFilters,
    peopleBoxCredential: record.peopleBoxStatus === null ? null : { status: record.peopleBoxStatus },
  };
};

/** Returns the device of a user agent, such as "Chrome, Windows"; null for an unknown one. */
export const deviceOf = (userAgent: string | null): string | null => {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ') || null;
};

export const presentSignIn = (record: SignInRecord, currentSessionId: string): UserSession => ({
  id: record.id,
  createdAt: record.createdAt.toISOString(),
  lastSeenAt: record.lastSeenAt.toISOString(),
  device: deviceOf(record.userAgent),
  address: record.address,
  isCurrent: record.sessionId === currentSessionId,
});
