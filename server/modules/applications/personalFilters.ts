import { PERSONAL_FILTERS } from '../../../contract/constants/privacy';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { invalid } from '../../platform/errors';
import { usesPersonalFilters } from './repository';
import { LIMITS } from '../../platform/limits';

interface Caller {
  user: AuthUser;
  requestId: string;
}

const usedIn = (query: ApplicationSearchQuery) => PERSONAL_FILTERS.filter((name) => query[name] !== undefined);

/** Returns whether a query filters by age, gender or military service. */
export const usesPersonal = (query: ApplicationSearchQuery): boolean => usedIn(query).length > 0;

/**
 * Throws 400 on the filters by age, gender and military service where the organisation switched them off. See
 * docs/PRODUCT.md#filters.
 */
export const refusePersonalFilters = async (
  { db }: Pick<Deps, 'db'>,
  { organisationId }: AuthUser,
  query: ApplicationSearchQuery,
): Promise<void> => {
  const used = usedIn(query);
  if (used.length > 0 && !(await usesPersonalFilters(db, organisationId)))
    throw invalid(Object.fromEntries(used.map((name) => [name, ERROR_KEYS.filterOff])));
};

/** Notes in the audit log that a query filters by age, gender or military service. */
export const notePersonalFilters = async (
  { db, clock, limiter }: Pick<Deps, 'db' | 'clock' | 'limiter'>,
  { user, requestId }: Caller,
  query: ApplicationSearchQuery,
): Promise<void> => {
  const used = usedIn(query);
  if (used.length === 0) return;
  const { jobId } = query;
  const details = Object.fromEntries(used.map((name) => [name, query[name]]));
  const count = await limiter.count(LIMITS.personalFilters, `${user.id} ${jobId ?? ''} ${JSON.stringify(details)}`);
  if (count.used > LIMITS.personalFilters.points) return;
  const subject =
    jobId === undefined
      ? { subjectType: 'organisation', subjectId: user.organisationId }
      : { subjectType: 'job', subjectId: jobId };
  await db
    .transaction()
    .execute((trx) =>
      audit(trx, clock, { kind: 'user', user, requestId }, { action: 'applications.filtered', ...subject, details }),
    );
};
