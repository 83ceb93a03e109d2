import { readFile } from 'node:fs/promises';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import { audit, type Actor } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope, scopeOfBranch } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { maskMail, withoutSearch } from '../../platform/secrets';
import { sendJob } from '../../platform/queue';
import { checkScope, notePersonalFilters, refusePersonalFilters } from '../applications';
import { EXPORTS_QUEUE, newExportId, workbookName } from './columns';
import * as repository from './repository';
import { findExportIds, findExportRows } from './rowRepository';
import { withWorkbook } from './workbookFile';
import { LIMITS } from '../../platform/limits';

/** Named applications are read in pages of this size. */
const PAGE_ROWS = 200;

/** The user and the id of a request. */
export interface Caller {
  user: AuthUser;
  requestId: string;
}

export const actorOf = ({ user, requestId }: Caller): Actor => ({ kind: 'user', user, requestId });

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
  const details = { rows: ids.length, language };
  await db.transaction().execute((trx) =>
    audit(trx, clock, actorOf(caller), {
      action: 'applications.exported',
      subjectType: 'organisation',
      subjectId: scope.organisationId,
      details,
    }),
  );
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
  const id = newExportId();
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    await repository.insertExport(trx, { id, userId: caller.user.id, scope, query, language, recipient, now });
    await sendJob(trx, EXPORTS_QUEUE);
    await audit(trx, clock, actorOf(caller), {
      action: recipient === null ? 'applications.exported' : 'applications.mailed',
      subjectType: query.jobId === undefined ? 'organisation' : 'job',
      subjectId: query.jobId ?? scope.organisationId,
      details: { query: withoutSearch(query), language, ...(recipient !== null && { to: maskMail(recipient) }) },
    });
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
