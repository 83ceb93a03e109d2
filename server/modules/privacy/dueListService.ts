import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import {
  DUE_LIST_MAX,
  RETENTION_MONTHS_HIRED,
  RETENTION_NOTICE_DAYS,
  type RetentionMonths,
} from '../../../contract/constants/privacy';
import { dayAt } from '../../../contract/zone';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import type { LimitRule } from '../../platform/limiter';
import type { CellValue } from '../../platform/workbook/cells';
import { writeWorkbook, type Column } from '../../platform/workbook/workbook';
import { exportTexts } from '../exports';
import { findRetained, listDuePeople, type DuePerson } from './retentionRepository';
import { queryOf } from './retentionService';
import { addDays, dueDay } from './rules';

/** Lists that an account may make in an hour. */
const LIMIT: LimitRule = { name: 'privacy-due-list', points: 30, seconds: 3600 };

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

interface DueListCall {
  user: AuthUser;
  requestId: string;
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
  // Saving a shorter period starts it no earlier than in seven days.
  const from = months < saved && (stored === null || stored < until) ? until : stored;
  if (from !== null && from > until) return [];
  const people = await listDuePeople(db, queryOf(organisationId, months, until), DUE_LIST_MAX);
  return people.map((person) => ({
    ...person,
    dueOn: dayOf(person, { months, now, from, timeZone: settings.timeZone }),
  }));
};

/**
 * Returns a workbook of the people who are made anonymous within seven days. The server keeps no copy, because an
 * erasure would have to find it.
 */
export const exportDue = async (deps: Deps, { user, requestId, language, months }: DueListCall) => {
  const { clock, limiter, settings } = deps;
  const { timeZone } = settings;
  const { organisationId } = user;
  await limiter.take(LIMIT, String(user.id));
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
    audit(
      trx,
      clock,
      { kind: 'user', user, requestId },
      {
        action: 'privacy.due_exported',
        subjectType: 'organisation',
        subjectId: organisationId,
        details: { rows: rows.length, months, language },
      },
    ),
  );
  return { name: `People_${dayAt(clock.now(), timeZone)}.xlsx`, type: MEDIA_TYPES.workbook, content };
};
