import {
  PRIVACY_ANSWER_DAYS,
  RETENTION_MONTHS,
  RETENTION_MONTHS_HIRED,
  RETENTION_NOTICE_DAYS,
  type RetentionMonths,
} from '../../../contract/constants/privacy';
import type { Retention } from '../../../contract/schemas/privacy';
import type { AuthUser } from '../../platform/auth/authUser';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { languageOf } from '../../platform/language';
import { eraseIn, refusalOf, removeErasedFiles } from './eraseService';
import { listErasures } from './erasureList';
import { lockPerson } from './personRepository';
import * as repository from './retentionRepository';
import { addDays, isWorkHour, monthsBefore } from './rules';

/** People who are looked up at once. Each is made anonymous in a transaction of its own. */
const BATCH = 100;

/** Returns which people of an organisation are due at a time, by this choice of months. */
export const queryOf = (organisationId: number, months: RetentionMonths, at: Date): repository.DueQuery => ({
  organisationId,
  cutoff: monthsBefore(at, months),
  hiredCutoff: monthsBefore(at, Math.max(months, RETENTION_MONTHS_HIRED)),
  answeredAfter: addDays(at, -PRIVACY_ANSWER_DAYS),
});

/** Counts the people who are made anonymous within seven days, for each choice of months. */
export const forecast = async ({ db, clock }: Deps, { organisationId }: AuthUser): Promise<Retention> => {
  const until = addDays(clock.now(), RETENTION_NOTICE_DAYS);
  const { from } = await repository.findRetained(db, organisationId);
  const isLater = from !== null && from > until;
  const due = await Promise.all(
    RETENTION_MONTHS.map(async (months) => ({
      months,
      people: isLater ? 0 : await repository.countDue(db, queryOf(organisationId, months, until)),
    })),
  );
  return { from: from?.toISOString() ?? null, due };
};

/** Makes one person anonymous. Returns false when something happened to the person meanwhile. */
const anonymise = (deps: Deps, retained: repository.Retained, workerId: number): Promise<boolean> =>
  inChange(deps, async (change) => {
    const { organisationId, months, language } = retained;
    const key = { organisationId, workerId };
    const person = await lockPerson(change.trx, key);
    const query = { ...queryOf(organisationId, months, change.now), workerId };
    const [due] = await repository.listDue(change.trx, query, { after: 0, limit: 1 });
    if (!person || due === undefined || (await refusalOf(change, key))) return false;
    const options = { actor: { kind: 'clock', organisationId } as const, language: languageOf(language) };
    await listErasures(deps, [await eraseIn(change, deps, { key, person, options })]);
    return true;
  });

interface Night {
  /** How many people were made anonymous. */
  count: number;
  /** The error codes of those who could not be. Messages of errors may hold personal data. */
  failed: string[];
}

const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown';

/**
 * Makes people anonymous whose period is over, until the server stops or the night ends. A failure does not stop the
 * others. It may be killed at any time, and several servers may run it.
 */
const anonymiseDue = async (deps: Deps, { stopping }: { stopping?: AbortSignal }): Promise<Night> => {
  const { db, clock, settings } = deps;
  const night: Night = { count: 0, failed: [] };
  if (!isWorkHour(clock.now(), settings.timeZone)) return night;
  for (const retained of await repository.listRetained(db)) {
    const { organisationId, months, from } = retained;
    if (from !== null && from > clock.now()) continue;
    let ids: number[] = [];
    do {
      const after: number = ids.at(-1) ?? 0;
      ids = await repository.listDue(db, queryOf(organisationId, months, clock.now()), { after, limit: BATCH });
      for (const id of ids) {
        if (stopping?.aborted || !isWorkHour(clock.now(), settings.timeZone)) return night;
        try {
          if (await anonymise(deps, retained, id)) night.count += 1;
        } catch (error) {
          night.failed.push(codeOf(error));
        }
      }
    } while (ids.length === BATCH);
  }
  return night;
};

/**
 * Does the work of the night, removes files that an erasure left behind, and returns how many people were made
 * anonymous. Throws at the end when somebody could not be.
 */
export const keepPrivacy = async (deps: Deps, options: { stopping?: AbortSignal } = {}): Promise<number> => {
  const { count, failed } = await anonymiseDue(deps, options);
  await removeErasedFiles(deps);
  if (failed.length > 0)
    throw new Error(`${failed.length} people could not be made anonymous: ${[...new Set(failed)].join(', ')}`);
  return count;
};
