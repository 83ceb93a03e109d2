import type { Language } from '../../../contract/constants/options';
import { GRANT_LEVELS } from '../../../contract/constants/roles';
import type { SessionUser } from '../../../contract/schemas/session';
import type { Files } from '../../platform/files';
import type { UserRecord } from './repository';

const LANGUAGES: Record<Language, { id: number; languageName: string }> = {
  tr: { id: 1, languageName: 'Türkçe' },
  en: { id: 2, languageName: 'English' },
  es: { id: 3, languageName: 'Español' },
};

/** The marketplace's country with the centre that its maps begin at. */
const COUNTRY = { id: 1, country_code: 'TR', latitude: 39.0, longitude: 35.0 };

/** The session user of the wire, spec 1 point 3. */
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
    taxOffice: null,
    taxOfficeNumber: record.taxOfficeNumber,
    website: record.website,
    commercialTitle: record.commercialTitle,
    companyAddress: record.companyAddress,
    dashboardAccess: record.dashboardAccess,
    jobCreationBalance: record.jobCreationBalance,
    language: { ...LANGUAGES[languageCode], languageCode, isActive: true },
    country: COUNTRY,
    activeJobCount: record.activeJobs,
    peopleBoxCredential: record.peopleBoxStatus === null ? null : { status: record.peopleBoxStatus },
  };
};
