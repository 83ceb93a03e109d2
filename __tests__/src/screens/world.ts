import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { JobRow } from '../../../contract/schemas/jobs';
import type { SessionUser } from '../../../contract/schemas/session';
import { aJobRow, aUser as aBuiltUser } from '../../support/builders';

/** A root user, who can see everything that a screen shows. */
export const aUser = (change: Partial<SessionUser> = {}): SessionUser =>
  aBuiltUser({
    id: 1,
    userType: 'root',
    grantLevel: 100,
    organisationId: 1,
    companyName: 'Kahve Durağı',
    firstName: 'Deniz',
    lastName: 'Arslan',
    email: 'root@demo.test',
    phone: null,
    counts: undefined,
    jobCreationBalance: 0,
    activeJobCount: 0,
    ...change,
  });

export const aJob = (change: Partial<JobRow> = {}): JobRow =>
  aJobRow({
    id: 7,
    openedAt: '2026-11-02T08:00:00.000Z',
    position: { id: 3, name: 'Barista' },
    category: { id: 1, name: 'Yeme içme' },
    user: { id: 11, companyName: 'Kahve Durağı Kadıköy' },
    counts: { applications: 24, unreviewed: 5, shortLists: 2, jobViews: 310 },
    ...change,
  });

export const anApplication = (
  change: Partial<ApplicationRow> = {},
  user: Partial<ApplicationRow['user']> = {},
): ApplicationRow => ({
  id: 1,
  createdAt: '2026-11-02T08:00:00.000Z',
  status: 'in_progress',
  stage: { key: 'new', at: '2026-11-02T08:00:00.000Z' },
  isSeen: true,
  isShortListed: false,
  isShortListedByAnother: false,
  shortListedBy: [],
  decision: null,
  firstDay: null,
  matchScore: 0.42,
  unreadWorkerMessageCount: 0,
  jobId: 7,
  job: { id: 7, title: 'Barista', status: 'active', userId: 11, companyName: 'Mavi Fincan' },
  appointment: null,
  isApplicantCameToAppointment: null,
  isAppointmentPositive: null,
  isOfferSentToApplicant: null,
  isApplicantAcceptTheOffer: null,
  ...change,
  user: {
    id: 100,
    firstName: 'Ayşe',
    lastName: 'Yılmaz',
    birthDate: '2000-01-15',
    gender: 'female',
    military: null,
    english: 2,
    education: 'university',
    experiences: [],
    experienceMonth: 38,
    location: { name: 'Kadıköy, İstanbul' },
    distance: '4.2 KM',
    distanceInt: 4,
    imageUrl: null,
    ...user,
  },
});
