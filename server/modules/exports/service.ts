import { EXPORT_HOURS } from '../../../contract/constants/limits';
import { readFile, stat } from 'node:fs/promises';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import { HOUR } from '../../../contract/constants/time';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { ownerScope, scopeOfBranch } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { maskMail, randomHex, withoutSearch } from '../../platform/secrets';
import { sendJob } from '../../platform/queue';
import {
  checkScope,
  notePersonalFilters,
  refusePersonalFilters,
  countersSuffice,
  countByCounters,
  countFiltered,
  momentOf,
} from '../search';
import { EXPORTS_QUEUE, workbookName, withWorkbook } from './workbookFile';
import * as repository from './repository';
import { findExportIds, findExportRows, listExportRows, type ExportRow } from './repository';
import { LIMITS } from '../../platform/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { Trx } from '../../platform/database/schema';
import { enqueue, type Mail } from '../../platform/outgoing/enqueue';
import { mailOf } from '../../platform/outgoing/mails';

/** Named applications are read in pages of this size. */
const PAGE_ROWS = 200;

/**
 * Returns a workbook of the named applications at once. Throws 404 when any application is outside the caller's scope.
 */
export const exportSelected = async (
  deps: Deps,
  caller: Caller,
  applicationIds: readonly number[],
  language: Language,
) => {
  const { db, clock, settings, limiter } = deps;
  const scope = ownerScope(caller.user);
  const wantedIds = new Set(applicationIds);
  const ids = await findExportIds(db, scope, [...wantedIds]);
  if (ids.length !== wantedIds.size) throw notFound();
  await limiter.take(LIMITS.exportAccount, String(caller.user.id));

  async function* pages() {
    for (let at = 0; at < ids.length; at += PAGE_ROWS)
      yield await findExportRows(db, scope, ids.slice(at, at + PAGE_ROWS));
  }
  const options = { pages: pages(), language, timeZone: settings.timeZone };
  const content = await withWorkbook(options, (file) => readFile(file));
  await db.transaction().execute(async (trx) => {
    await audit({ trx, clock }, userActor(caller), 'applications.exported', ['organisation', scope.organisationId], {
      rows: ids.length,
      language,
    });
  });
  return { name: workbookName(clock.now(), settings.timeZone), type: MEDIA_TYPES.workbook, content };
};

interface ExportRequest {
  query: ApplicationSearchQuery;
  language: Language;
  /** Null for an export that the user downloads. */
  recipient: string | null;
}

/** Enqueues a workbook of a query and returns its id. Throws 404 for a job or branch outside the caller's scope. */
export const queueExport = async (deps: Deps, caller: Caller, { query, language, recipient }: ExportRequest) => {
  const { db, clock, limiter } = deps;
  const scope = ownerScope(caller.user);
  await refusePersonalFilters(deps, caller.user, query);
  await checkScope(deps, scope, scopeOfBranch(scope, query.branchId), query);
  await notePersonalFilters(deps, caller, query);
  await limiter.take(recipient === null ? LIMITS.exportAccount : LIMITS.exportMail, String(caller.user.id));
  const id = randomHex();
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    await repository.insertExport(trx, { id, userId: caller.user.id, scope, query, language, recipient, now });
    await sendJob(trx, EXPORTS_QUEUE);
    const action = recipient === null ? 'applications.exported' : 'applications.mailed';
    const subject = [query.jobId === undefined ? 'organisation' : 'job', query.jobId ?? scope.organisationId] as const;
    const details = { query: withoutSearch(query), language, ...(recipient !== null && { to: maskMail(recipient) }) };
    await audit({ trx, clock }, userActor(caller), action, subject, details);
  });
  return id;
};

const findOwn = async (deps: Deps, user: AuthUser, id: string): Promise<repository.OwnExport> => {
  const found = await repository.findOwnExport(deps.db, user, id);
  if (!found) throw notFound();
  return found;
};

export const getExport = async (deps: Deps, user: AuthUser, id: string) => {
  const { state, done, total } = await findOwn(deps, user, id);
  return { state, done, total };
};

/** Returns the workbook of the caller's export. Throws 409 until it is done. */
export const getExportFile = async (deps: Deps, user: AuthUser, id: string) => {
  const { state, fileKey, createdAt } = await findOwn(deps, user, id);
  if (state !== 'done' || fileKey === null) throw conflict(ERROR_KEYS.exportNotReady);
  const file = await deps.fileStore.open(fileKey);
  if (!file) throw notFound();
  return {
    name: workbookName(createdAt, deps.settings.timeZone),
    type: MEDIA_TYPES.workbook,
    content: file.stream,
  };
};

/** What the signature of a mailed file covers. */
export const signed = (id: string, until: string): string => `export/${id}/${until}`;

/**
 * Returns the signed address of a workbook that is too large for a mail. Anyone who has the address can fetch the
 * file, just as with the mail itself.
 */
const mailedFileUrl = ({ files, settings }: Deps, { id, createdAt }: { id: string; createdAt: Date }): string => {
  const until = String(createdAt.getTime() + EXPORT_HOURS * HOUR);
  return `${settings.publicUrl}/files/exports/${id}?until=${until}&s=${files.sign(signed(id, until))}`;
};

/**
 * The largest workbook that a mail attaches, in bytes: many servers reject mails over 10 MB, and base64 adds a third.
 */
const ATTACHED_MAX = 7_000_000;

type Export = repository.LeasedExport;
interface RunOptions {
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Aborts when the server stops. The running export then returns to the queue. */
  stopping?: AbortSignal;
  /** Milliseconds without progress after which an export is abandoned, so that the next one can run. */
  stallMs?: number;
}

/** A page takes milliseconds, but an upload to a slow file store may take minutes. */
const STALL_MS = 300_000;

class Stalled extends Error {}
class ServerStopping extends Error {}
class LeaseLost extends Error {}

/** Prepares the count and the reads with the filter dates of the request time. */
const sourceOf = async (deps: Deps, { scope: caller, query, createdAt }: Export) => {
  const scope = scopeOfBranch(caller, query.branchId);
  const moment = momentOf({ ...deps, clock: { now: () => createdAt } }, query);
  const total = countersSuffice(query)
    ? await countByCounters(deps.db, scope, query)
    : await countFiltered(deps.db, scope, query, moment);
  const read = (last: number | null) => listExportRows(deps.db, scope, query, moment, { last, limit: PAGE_ROWS });
  return { total, read };
};

/** Yields the rows in pages. Before each page it records the progress, which renews the lease. */
async function* pagesOf(
  deps: Deps,
  leased: Export,
  progress: { done: number },
  { reportProgress, stopping }: { reportProgress: () => void; stopping: AbortSignal | undefined },
) {
  const { total, read } = await sourceOf(deps, leased);
  let page: ExportRow[] = [];
  do {
    reportProgress();
    const now = deps.clock.now();
    if (!(await repository.recordProgress(deps.db, leased, { done: progress.done, total, now }))) throw new LeaseLost();
    if (stopping?.aborted) throw new ServerStopping();
    page = await read(page.at(-1)?.id ?? null);
    progress.done += page.length;
    yield page;
  } while (page.length === PAGE_ROWS);
}

interface ExportFile {
  fileKey: string;
  size: number;
  done: number;
}

const mailFor = (
  deps: Deps,
  { id, language, createdAt }: Export,
  to: string,
  name: string,
  exportFile: ExportFile,
): Mail => {
  const values = { name, count: exportFile.done, hours: EXPORT_HOURS };
  if (exportFile.size > ATTACHED_MAX)
    return mailOf('largeWorkbook', { to, language, values, link: mailedFileUrl(deps, { id, createdAt }) });
  const file = {
    key: exportFile.fileKey,
    name: workbookName(createdAt, deps.settings.timeZone),
    type: MEDIA_TYPES.workbook,
  };
  return { ...mailOf('workbook', { to, language, values }), attachment: file };
};

/** Finishes the export and enqueues its mail in one transaction. An attached file then belongs to the mail. */
const finish = async (deps: Deps, leased: Export, name: string, exportFile: ExportFile): Promise<void> => {
  const mail = leased.recipient === null ? null : mailFor(deps, leased, leased.recipient, name, exportFile);
  await deps.db.transaction().execute(async (trx: Trx) => {
    const now = deps.clock.now();
    const end = { done: exportFile.done, fileKey: mail?.attachment ? null : exportFile.fileKey, now };
    if (!(await repository.finishExport(trx, leased, end))) throw new LeaseLost();
    if (mail) await enqueue(trx, now, mail);
  });
};

const createExport = async (
  deps: Deps,
  leased: Export,
  { log, stopping }: RunOptions,
  reportProgress: () => void,
): Promise<void> => {
  const name = await repository.findRequesterName(deps.db, leased.userId);
  if (name === undefined) return repository.releaseExport(deps.db, leased, 'failed', deps.clock.now());
  const fileKey = `export-${randomHex()}`;
  const progress = { done: 0 };
  const pages = pagesOf(deps, leased, progress, { reportProgress, stopping });
  const options = { pages, language: leased.language, timeZone: deps.settings.timeZone };
  try {
    const size = await withWorkbook(options, async (file) => {
      await deps.fileStore.putFile(fileKey, { path: file, contentType: MEDIA_TYPES.workbook });
      return (await stat(file)).size;
    });
    await finish(deps, leased, name, { fileKey, size, done: progress.done });
    log.info({ export: leased.id, rows: progress.done, bytes: size }, 'workbook made');
  } catch (error) {
    // The export row does not name the file, so nothing else would remove it.
    await deps.fileStore.remove(fileKey).catch(() => undefined);
    throw error;
  }
};

/**
 * Waits for `work` as long as it reports progress. The lease then passes to another attempt, so later writes of `work`
 * are refused.
 */
const withStallTimeout = async (
  work: (reportProgress: () => void) => Promise<void>,
  stallMs: number,
): Promise<void> => {
  let rejectStalled = (_error: Error): void => undefined;
  const stalled = new Promise<never>((_resolve, reject) => (rejectStalled = reject));
  const timer = setTimeout(() => rejectStalled(new Stalled()), stallMs);
  try {
    await Promise.race([work(() => void timer.refresh()), stalled]);
  } finally {
    clearTimeout(timer);
  }
};

const runExport = async (deps: Deps, leased: Export, runOptions: RunOptions): Promise<void> => {
  try {
    await withStallTimeout(
      (reportProgress) => createExport(deps, leased, runOptions, reportProgress),
      runOptions.stallMs ?? STALL_MS,
    );
  } catch (error) {
    const now = deps.clock.now();
    if (error instanceof ServerStopping) {
      await repository.releaseExport(deps.db, leased, 'queued', now);
      return sendJob(deps.db, EXPORTS_QUEUE);
    }
    runOptions.log.warn({ export: leased.id, attempt: leased.attempt, err: error }, 'workbook not made');
    // Another attempt follows when the lease expires.
    if (leased.attempt >= repository.ATTEMPTS_MAX) await repository.releaseExport(deps.db, leased, 'failed', now);
  }
};

export const runExports = async (deps: Deps, runOptions: RunOptions): Promise<void> => {
  await repository.failExhausted(deps.db, deps.clock.now());
  while (!runOptions.stopping?.aborted) {
    const leased = await repository.leaseExport(deps.db, deps.clock.now());
    if (!leased) return;
    await runExport(deps, leased, runOptions);
  }
};

/**
 * Removes exports that have expired. The file goes first, so that a crash in between leaves the row for the next run.
 */
export const removeOldExports = async ({ db, clock, fileStore }: Deps): Promise<void> => {
  const now = clock.now();
  const oldest = new Date(now.getTime() - EXPORT_HOURS * HOUR);
  for (const { id, fileKey } of await repository.listOldExports(db, { oldest, now })) {
    if (fileKey !== null) await fileStore.remove(fileKey);
    await repository.deleteExport(db, id);
  }
};
