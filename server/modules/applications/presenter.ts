import type { ApplicationRow } from '../../../contract/schemas/applications';
import { wallTime } from '../../../contract/zone';
import type { Deps } from '../../platform/deps';
import { reachOf } from '../workerLinks';
import { rangeEnd } from '../workers';
import type { ApplicationRecord } from './repository';

/** Rounds half a step up, like the distance filter; `toFixed` alone would turn 5.05 into "5.0". */
const distanceText = (km: number): string => `${(Math.round(km * 10) / 10).toFixed(1)} KM`;

const rangeOf = ({ experiences }: Pick<ApplicationRecord, 'experiences'>) => {
  const experienceMax = rangeEnd(experiences);
  return experienceMax !== undefined && { experienceMax };
};

export type PresenterDeps = Pick<Deps, 'files'> & { settings: Pick<Deps['settings'], 'timeZone' | 'workerLinks'> };

/** Returns the decision; one that is still to be told says so if no channel will reach the applicant. */
const presentDecision = (row: ApplicationRecord, { workerLinks }: PresenterDeps['settings']) =>
  row.decision?.tellAt && reachOf(workerLinks, row) === 'none'
    ? { ...row.decision, tellAt: null, toldBy: 'none' as const }
    : row.decision;

export const presentApplication = (row: ApplicationRecord, { files, settings }: PresenterDeps): ApplicationRow => ({
  id: row.id,
  createdAt: row.createdAt,
  status: row.status,
  isSeen: row.isSeen,
  isShortListed: row.isShortListed,
  isShortListedByAnother: row.shortListedBy.length > 0,
  shortListedBy: row.shortListedBy.filter(Boolean),
  reach: reachOf(settings.workerLinks, row),
  decision: presentDecision(row, settings),
  firstDay: row.firstDay && {
    ...row.firstDay,
    startsAt: wallTime(Date.parse(row.firstDay.startsAt), settings.timeZone),
  },
  stage: row.stage,
  need: row.need,
  otherWay: row.otherWay,
  matchScore: row.matchScore,
  unreadWorkerMessageCount: row.unread,
  jobId: row.jobId,
  job: { id: row.jobId, title: row.jobTitle, status: row.jobStatus, userId: row.userId, companyName: row.companyName },
  appointment:
    row.appointmentId === null || row.appointmentStatus === null
      ? null
      : { id: row.appointmentId, status: { name: row.appointmentStatus } },
  isApplicantCameToAppointment: row.came,
  isAppointmentPositive: row.positive,
  isOfferSentToApplicant: row.offerSent,
  isApplicantAcceptTheOffer: row.offerAccepted,
  user: {
    id: row.workerId,
    firstName: row.firstName,
    lastName: row.lastName,
    birthDate: row.birthDate,
    gender: row.gender,
    military: row.military,
    english: row.english,
    education: row.education,
    experiences: row.experiences,
    experienceMonth: row.experienceMonth,
    ...rangeOf(row),
    location: row.locationName === null ? null : { name: row.locationName },
    distance: row.distanceKm === null ? null : distanceText(row.distanceKm),
    distanceInt: row.distanceKm === null ? null : Math.round(row.distanceKm),
    imageUrl: files.imageUrl(row.imageKey),
    ...(row.isErased && { isErased: true as const }),
  },
});
