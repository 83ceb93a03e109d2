import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  PRIVACY_ANSWER_DAYS,
  RETENTION_MONTHS,
  RETENTION_MONTHS_HIRED,
  RETENTION_NOTICE_DAYS,
  type RetentionMonths,
  DUE_LIST_MAX,
} from '../../../contract/constants/privacy';
import type { Retention } from '../../../contract/schemas/privacy';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import { dayAt } from '../../../contract/zone';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { audit, userActor } from '../../platform/audit';
import { type CellValue, writeWorkbook, type Column } from '../../platform/workbook';
import { exportTexts } from '../exports';
import {
  eraseIn,
  refusalOf,
  removeErasedFiles,
  listErasures,
  addDays,
  isWorkHour,
  monthsBefore,
  dueDay,
} from './eraseService';
import { lockPerson } from './personRepository';
import * as repository from './retentionRepository';
import { findRetained, listDuePeople, type DuePerson } from './retentionRepository';
import { LIMITS } from '../../platform/limits';

/** How many people are looked up at once. Each is made anonymous in a separate transaction. */
const BATCH = 100;

/** Returns the query for the people of an organisation who are due at a time, for a choice of months. */
const queryOf = (organisationId: number, months: RetentionMonths, at: Date): repository.DueQuery => ({
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
    const { organisationId, months } = retained;
    const key = { organisationId, workerId };
    const person = await lockPerson(change.trx, key);
    const query = { ...queryOf(organisationId, months, change.now), workerId };
    const [due] = await repository.listDue(change.trx, query, { after: 0, limit: 1 });
    if (!person || due === undefined || (await refusalOf(change, key))) return false;
    const actor = { kind: 'clock', organisationId } as const;
    await listErasures(deps, [await eraseIn(change, deps, { key, person, actor })]);
    return true;
  });

interface Night {
  /** How many people were made anonymous. */
  count: number;
  /** The error codes of the failures. Error messages may contain personal data. */
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
 * Makes due people anonymous at night, removes files that erasures left behind, and returns how many people were made
 * anonymous. Throws at the end if any of them failed.
 */
export const keepPrivacy = async (deps: Deps, options: { stopping?: AbortSignal } = {}): Promise<number> => {
  const { count, failed } = await anonymiseDue(deps, options);
  await removeErasedFiles(deps);
  if (failed.length > 0)
    throw new Error(`${failed.length} people could not be made anonymous: ${[...new Set(failed)].join(', ')}`);
  return count;
};

/** Rows of a batch of the workbook. */
const BATCH_ROWS = 200;

const COLUMNS = [
  ['firstName', 'text', 16],
  ['lastName', 'text', 16],
  ['jobTitle', 'text', 32],
  ['branch', 'text', 24],
  ['lastAction', 'day', 16],
  ['anonymizedOn', 'day', 20],
] as const;

interface DueListCall extends Caller {
  language: Language;
  months: RetentionMonths;
}

async function* batchesOf(rows: readonly CellValue[][]) {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS);
}

const workbookOf = async (rows: readonly CellValue[][], language: Language): Promise<Buffer> => {
  const { sheets, dueColumns } = exportTexts(language);
  const columns: Column[] = COLUMNS.map(([name, kind, width]) => ({ title: dueColumns[name] ?? name, kind, width }));
  const folder = await mkdtemp(path.join(tmpdir(), 'due-'));
  try {
    const file = path.join(folder, 'workbook.xlsx');
    await writeWorkbook(file, [{ name: sheets.due, columns, batches: batchesOf(rows) }]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const dayOf = ({ lastAt, isHired }: DuePerson, period: Parameters<typeof dueDay>[1]): string =>
  dueDay(lastAt, { ...period, months: isHired ? Math.max(period.months, RETENTION_MONTHS_HIRED) : period.months });

/** Returns the people whom the forecast counts for this choice of months. */
const findDue = async ({ db, clock, settings }: Deps, organisationId: number, months: RetentionMonths) => {
  const now = clock.now();
  const until = addDays(now, RETENTION_NOTICE_DAYS);
  const { from: stored, months: saved } = await findRetained(db, organisationId);
  // A shorter period would begin at the earliest in seven days.
  const from = months < saved && (stored === null || stored < until) ? until : stored;
  if (from !== null && from > until) return [];
  const people = await listDuePeople(db, queryOf(organisationId, months, until), DUE_LIST_MAX);
  return people.map((person) => ({
    ...person,
    dueOn: dayOf(person, { months, now, from, timeZone: settings.timeZone }),
  }));
};

/**
 * Returns a workbook of the people who are made anonymous within seven days. The server stores no copy, because every
 * erasure would have to change it.
 */
export const exportDue = async (deps: Deps, { user, requestId, language, months }: DueListCall) => {
  const { clock, limiter, settings } = deps;
  const { timeZone } = settings;
  const { organisationId } = user;
  await limiter.take(LIMITS.privacyDueList, String(user.id));
  const people = await findDue(deps, organisationId, months);
  const rows = people.map(({ firstName, lastName, jobTitle, companyName, lastAt, dueOn }) => [
    firstName,
    lastName,
    jobTitle,
    companyName,
    dayAt(lastAt, timeZone),
    dueOn,
  ]);
  const content = await workbookOf(rows, language);
  await inChange(deps, ({ trx }) =>
    audit({ trx, clock }, userActor({ user, requestId }), 'privacy.due_exported', ['organisation', organisationId], {
      rows: rows.length,
      months,
      language,
    }),
  );
  return { name: `People_${dayAt(clock.now(), timeZone)}.xlsx`, type: MEDIA_TYPES.workbook, content };
};
