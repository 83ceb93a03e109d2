import { GRANT_LEVELS, type EmployerType } from '../../contract/constants/roles';
import { STAGES } from '../../contract/constants/statuses';
import type { ApplicationRow, StageCounts } from '../../contract/schemas/applications';
import type { Appointment } from '../../contract/schemas/appointments';
import type { JobRow } from '../../contract/schemas/jobs';
import type { SessionUser } from '../../contract/schemas/session';
import type { Failure } from '../../src/domains/kit/failure';
import { ApiError } from '../../src/lib/http';

/** Returns a user with fixed values. A test gives the values it is about. */
export const aUser = (given: Partial<SessionUser> = {}): SessionUser => {
  const userType = (given.userType ?? 'branch') as EmployerType;
  return {
    id: 7,
    userType,
    grantLevel: GRANT_LEVELS[userType],
    organisationId: 1,
    companyName: 'Moda Kahve',
    firstName: 'Deniz',
    lastName: 'Kaya',
    email: 'deniz@moda.test',
    imageUrl: null,
    about: null,
    phone: '5321112233',
    location: null,
    geoLocation: [],
    counts: { jobs: 3, shortLists: 2, applications: 40 },
    taxOffice: null,
    taxOfficeNumber: null,
    website: null,
    commercialTitle: null,
    companyAddress: null,
    dashboardAccess: true,
    jobCreationBalance: 5,
    language: { id: 1, languageName: 'Türkçe', languageCode: 'tr', isActive: true },
    country: { id: 1, country_code: 'TR', latitude: 39, longitude: 35 },
    activeJobCount: 3,
    peopleBoxCredential: null,
    ...given,
  };
};

export const aJobRow = (given: Partial<JobRow> = {}): JobRow => ({
  id: 11,
  title: 'Barista',
  createdAt: '2026-11-02T08:00:00.000Z',
  openedAt: '2026-11-03T08:00:00.000Z',
  status: 'active',
  position: { id: 4, name: 'Barista' },
  category: { id: 2, name: 'Yeme içme' },
  user: { id: 7, companyName: 'Moda Kahve' },
  counts: { applications: 12, unreviewed: 3, shortLists: 2, jobViews: 90 },
  ...given,
});

export const jobRows = (from: number, to: number): JobRow[] =>
  Array.from({ length: to - from + 1 }, (_, at) => aJobRow({ id: from + at, title: `Job ${from + at}` }));

type GivenApplication = Partial<Omit<ApplicationRow, 'user' | 'job'>> & {
  user?: Partial<ApplicationRow['user']>;
  job?: Partial<ApplicationRow['job']>;
};

export const anApplication = ({ user, job, ...given }: GivenApplication = {}): ApplicationRow => ({
  id: 101,
  createdAt: '2026-11-18T09:00:00.000Z',
  status: 'in_progress',
  stage: { key: 'new', at: '2026-11-18T09:00:00.000Z' },
  isSeen: false,
  isShortListed: false,
  isShortListedByAnother: false,
  shortListedBy: [],
  decision: null,
  firstDay: null,
  matchScore: 0.72,
  unreadWorkerMessageCount: 0,
  appointment: null,
  isApplicantCameToAppointment: null,
  isAppointmentPositive: null,
  isOfferSentToApplicant: null,
  isApplicantAcceptTheOffer: null,
  ...given,
  jobId: job?.id ?? 11,
  job: { id: 11, title: 'Barista', status: 'active', userId: 7, companyName: 'Mavi Fincan', ...job },
  user: {
    id: 501,
    firstName: 'Ayşe',
    lastName: 'Yılmaz',
    birthDate: '1998-04-12',
    gender: 'female',
    military: null,
    english: 3,
    education: 'university',
    experiences: [],
    experienceMonth: 18,
    location: { name: 'Kadıköy, İstanbul' },
    distance: '4.2 KM',
    distanceInt: 4,
    imageUrl: null,
    ...user,
  },
});

/** Counts by stage: nobody, except those given. */
export const stageCounts = (given: Partial<StageCounts> = {}): StageCounts => ({
  ...(Object.fromEntries(STAGES.map((key) => [key, 0])) as StageCounts),
  ...given,
});

/** Returns applications from id `newest` down to `oldest`, in the order of the list. */
export const applicationRows = (newest: number, oldest: number): ApplicationRow[] =>
  Array.from({ length: newest - oldest + 1 }, (_, at) => anApplication({ id: newest - at }));

export const anAppointment = (given: Partial<Appointment> = {}): Appointment => ({
  id: 301,
  applicationId: 101,
  appointmentAt: '2026-11-23T08:00:00.000Z',
  startAt: '2026-11-23 11:00:00',
  endAt: '2026-11-23 11:30:00',
  location: { latitude: 40.98, longitude: 29.02 },
  address: 'Moda Caddesi 12',
  workerId: 501,
  companyId: 7,
  jobId: 11,
  job: { title: 'Barista', companyName: 'Mavi Fincan' },
  status: { name: 'WAITING' },
  user: { id: 501, firstName: 'Ayşe', lastName: 'Yılmaz', imageUrl: null, phone: '+905321234567' },
  attendance: null,
  rebookOf: null,
  isCurrent: true,
  isApplicantCameToAppointment: null,
  isAppointmentPositive: null,
  isOfferSentToApplicant: null,
  isApplicantAcceptTheOffer: null,
  appointmentComment: null,
  ...given,
});

export const appointments = (from: number, to: number): Appointment[] =>
  Array.from({ length: to - from + 1 }, (_, at) => anAppointment({ id: from + at }));

export const anApiError = (status: number, key = 'error.unknown_error'): ApiError =>
  new ApiError({ status, key, requestId: 'req-1' });

export const noAnswer = (): ApiError => new ApiError({ status: 0, key: 'network.no_answer' });

export const aFailure = (given: Partial<Failure> = {}): Failure => ({
  kind: 'unknown',
  key: 'error.unknown_error',
  requestId: 'req-1',
  status: 500,
  ...given,
});
