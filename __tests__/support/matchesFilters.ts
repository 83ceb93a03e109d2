import type { EducationStatus, EnglishLevel, Gender, MilitaryStatus } from '../../contract/constants/options';
import { fold } from '../../contract/constants/text';
import type { ApplicationRow } from '../../contract/schemas/applications';
import { ageOn } from '../../contract/zone';
import { normaliseFilters, type ApplicationFilters } from '../../src/domains/applications/query';

const kilometres = ({ distance, distanceInt }: ApplicationRow['user']): number | null =>
  distance === null ? distanceInt : Number.parseFloat(distance);

/**
 * Returns whether a row passes, by the rules of the server's SQL: a row with an unknown value fails a filter on it,
 * and the distance counts as shown, to 0.1 km. See docs/API.md#application-list.
 */
export const matchesFilters = (row: ApplicationRow, filters: ApplicationFilters, today: string): boolean => {
  const { user } = row;
  const wanted = normaliseFilters(filters);
  const age = user.birthDate === null ? null : ageOn(user.birthDate, today);
  const is = <T>(asked: T | null, actual: T | null): boolean => asked === null || asked === actual;
  const atLeast = (asked: number | null, actual: number | null) =>
    asked === null || (actual !== null && actual >= asked);
  const atMost = (asked: number | null, actual: number | null) =>
    asked === null || (actual !== null && actual <= asked);
  return (
    fold(`${user.firstName} ${user.lastName}`).includes(fold(wanted.q)) &&
    is(wanted.branchId, row.job.userId) &&
    is<boolean>(wanted.isSeen, row.isSeen) &&
    (wanted.stage === null || wanted.stage.split(',').includes(row.stage!.key)) &&
    is(wanted.gender, user.gender as Gender | null) &&
    is(wanted.military, user.military as MilitaryStatus | null) &&
    atLeast(wanted.ageMin, age) &&
    atMost(wanted.ageMax, age) &&
    atMost(wanted.distanceMax, kilometres(user)) &&
    atLeast(wanted.experienceMin, user.experienceMonth ?? 0) &&
    is(wanted.education, user.education as EducationStatus | null) &&
    is(wanted.english, user.english as EnglishLevel | null) &&
    is(wanted.came, row.isApplicantCameToAppointment) &&
    is(wanted.positive, row.isAppointmentPositive) &&
    is(wanted.offerSent, row.isOfferSentToApplicant) &&
    is(wanted.offerAccepted, row.isApplicantAcceptTheOffer)
  );
};
