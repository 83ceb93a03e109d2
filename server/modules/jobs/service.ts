import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { JobChangeBody, Job, JobBody, JobChangePayload } from '../../../contract/schemas/jobForm';
import type { JobStatus } from '../../../contract/constants/statuses';
import { isFilledBy } from '../../../contract/constants/options';
import type { Bulk } from '../../../contract/schemas/bulks';
import type { AuthUser } from '../../platform/auth/tokens';
import { invalid, notFound } from '../../platform/errors';
import { audit, userActor } from '../../platform/audit';
import { requestedOwnerId, ownerScope } from '../../platform/auth/guard';
import type { Db, Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import type { KeepAnswer } from '../../platform/http/idempotency';
import { rescoreJob, scoresDiffer, findScoringJob } from '../matching';
import { recordCredits } from '../commerce';
import { type JobColumns, columnsOf, partsOf, findUnknownReferences } from './listRepository';
import { prepareCover, removeCover } from '../covers';
import * as repository from './repository';
import { findCallerFacts, hasCredit, lockOwner, type Owner } from './repository';
import { lockLiveOwner, type Caller, withinJobQuota } from './listService';
import { presentFullJob } from './presenter';
import { insufficientBalance, ownerIsGone, fieldErrors, referenceErrors, throwErrors, type RuleContext } from './rules';

/** Throws 400 when HR creates a job for itself: HR creates jobs only for branches. */
const refuseOwnJobOfHr = (user: AuthUser, isCreatingForBranchAccount: boolean | undefined): void => {
  if (user.userType === 'hr_account' && isCreatingForBranchAccount === false)
    throw invalid({ isCreatingForBranchAccount: ERROR_KEYS.fieldInvalid });
};

/** Throws 400 when an edit names another owner. The user's own id is ignored there. */
const refuseOtherOwner = (user: AuthUser, ownerId: number, requested: number | string | undefined): void => {
  if (typeof requested === 'number' && requested !== ownerId && requested !== user.id)
    throw invalid({ targetUser: ERROR_KEYS.fieldInvalid });
};

/**
 * Returns whether a change needs a close reason. A job that is already closed keeps its own. See
 * docs/PRODUCT.md#closing-a-job.
 */
const needsCloseReason = (from: JobStatus, { status, closeReason }: JobChangeBody): boolean =>
  status === 'closed' && (closeReason === null || (closeReason === undefined && from !== 'closed'));

/**
 * Returns the columns that follow from a change of status: opening time, closing time and close reason. A reason
 * counts only for a closed job. See docs/PRODUCT.md#job-status.
 */
const columnsOfStatus = (from: JobStatus, { status: to = from, closeReason }: JobChangeBody, now: Date) => {
  const columns: JobColumns = {};
  if (to === 'closed' && closeReason) columns.closeReason = closeReason;
  if (to === from) return columns;
  columns.status = to;
  if (to === 'active') columns.openedAt = now;
  if (to === 'active' || to === 'draft') Object.assign(columns, { closedAt: null, closeReason: null });
  // A deleted job that was already closed keeps its closing time.
  if (to === 'closed' || (to === 'deleted' && from !== 'closed')) columns.closedAt = now;
  return columns;
};

/** Accepts the declining of the applications that still wait. The module `bulks` provides it. */
type AnswerRemaining = (
  trx: Trx,
  deps: Deps,
  caller: Pick<Caller, 'user' | 'requestId'>,
  closing: { jobId: number; isFilled: boolean },
) => Promise<Bulk | undefined>;

export type JobsDeps = Deps & { answerRemaining: AnswerRemaining };

/** Returns a whole job. Throws 404 when it is absent, deleted or outside the caller's scope. */
const readJob = async ({ files }: Deps, db: Db, { user, language }: Caller, id: number): Promise<Job> => {
  const job = await repository.findJob(db, ownerScope(user), id);
  if (!job) throw notFound();
  return presentFullJob(job, files, language);
};

export const getJob = (deps: Deps, caller: Caller, id: number): Promise<Job> => readJob(deps, deps.db, caller, id);

/** Returns the names of the changed fields for the audit log, without the token of older clients. */
const fieldsOf = (body: JobChangeBody): string[] =>
  Object.keys(body).filter((field) => field !== 'targetUser' && field !== 'isCreatingForBranchAccount');

/** Takes one credit of a locked account for a job that becomes active. */
const payForJob = (
  trx: Trx,
  now: Date,
  { owner, jobId, actorId }: { owner: Owner; jobId: number; actorId: number },
) => {
  const { id: userId, organisationId } = owner;
  return recordCredits(trx, now, { organisationId, userId, amount: -1, kind: 'job', jobId, actorId });
};

const write = (
  deps: Deps,
  trx: Trx,
  { user, requestId }: Caller,
  entry: { action: string; id: number; details: Record<string, unknown> },
) => {
  const { action, id: subjectId, details } = entry;
  return audit({ trx, clock: deps.clock }, userActor({ user, requestId }), action, ['job', subjectId], details);
};

/**
 * Throws 400 for errors that do not depend on the job or branch. It accepts any picture, which may be the current
 * cover.
 */
export const checkBody = async (deps: Deps, { user }: Caller, body: JobChangeBody): Promise<void> => {
  refuseOwnJobOfHr(user, body.isCreatingForBranchAccount);
  if (body.answerRemaining && body.status !== 'closed') throwErrors({ answerRemaining: ERROR_KEYS.fieldInvalid });
  // Places of work belong to the owner of the job.
  const { companyLocationIds: _ofOwner, ...named } = body;
  const unknown = await findUnknownReferences(deps.db, { organisationId: user.organisationId, userId: user.id }, named);
  const context = { usesPeopleBox: false, isCompany: user.userType === 'company' };
  throwErrors({ ...fieldErrors({ ...body, status: 'draft' }, null, context), ...referenceErrors(unknown) });
  if (needsCloseReason('active', body)) throwErrors({ closeReason: ERROR_KEYS.closeReasonRequired });
};

/**
 * Stores a new job. For an active job a company pays a credit in the same transaction, and gets a draft when it has
 * none left. See docs/PRODUCT.md#credits.
 */
export const createJob = async (
  deps: Deps,
  caller: Caller,
  body: JobBody,
  keep: KeepAnswer,
): Promise<JobChangePayload> => {
  const { user } = caller;
  const { usesPeopleBox } = await findCallerFacts(deps.db, user);
  const context: RuleContext = { usesPeopleBox, isCompany: user.userType === 'company' };
  throwErrors(fieldErrors(body, null, context));
  refuseOwnJobOfHr(user, body.isCreatingForBranchAccount);
  const ownerId = requestedOwnerId(user, body.targetUser, 'targetUser');
  const cover = await prepareCover(deps, user, body.image, null);
  const store = async (trx: Trx) => {
    const now = deps.clock.now();
    const owner = await lockLiveOwner(trx, user, ownerId);
    const references = { organisationId: owner.organisationId, userId: owner.id };
    throwErrors(referenceErrors(await findUnknownReferences(trx, references, body)));
    await cover.consumeUpload(trx);
    const isOpen = body.status === 'active' && (!context.isCompany || (await hasCredit(trx, owner.id)));
    const columns: JobColumns = {
      organisationId: owner.organisationId,
      userId: owner.id,
      status: isOpen ? 'active' : 'draft',
      openedAt: isOpen ? now : null,
      createdAt: now,
      imageKey: cover.key ?? null,
      ...columnsOf(body, { ...context, contactType: body.contactType ?? null }),
      description: body.description?.trim() ?? '',
      contactType: body.contactType ?? null,
    };
    const id = await repository.insertJob(trx, columns);
    if (isOpen && context.isCompany) await payForJob(trx, now, { owner, jobId: id, actorId: user.id });
    await repository.replaceParts(trx, id, partsOf(body));
    const details = { userId: owner.id, status: columns.status, wanted: body.status };
    await write(deps, trx, caller, { action: 'job.created', id, details });
    const job = await readJob(deps, trx, caller, id);
    const { jobCreationBalance } = await findCallerFacts(trx, user);
    await keep(trx, { job, jobCreationBalance });
    return { job, jobCreationBalance };
  };
  const answer = await withinJobQuota(deps, user.organisationId, () => deps.db.transaction().execute(store));
  await cover.removeOldFiles(null);
  return answer;
};

/** Updates a locked job, its lists and the match scores that depend on them. */
const apply = async (
  trx: Trx,
  id: number,
  columns: JobColumns,
  body: JobChangeBody,
  context: Parameters<typeof rescoreJob>[2],
) => {
  const before = await findScoringJob(trx, id);
  await repository.updateJob(trx, id, columns);
  await repository.replaceParts(trx, id, partsOf(body));
  const after = await findScoringJob(trx, id);
  if (before && after && scoresDiffer(before, after)) await rescoreJob(trx, after, context);
};

/**
 * Changes or deletes a job; deletion is final. Throws 404 when the job is outside the caller's scope, 400 with the
 * wrong fields, 400 `insufficient_balance` when a company has no credit to open the job, and 409 when its branch is
 * deleted.
 */
export const changeJob = async (
  deps: JobsDeps,
  caller: Caller,
  id: number,
  body: JobChangeBody,
): Promise<JobChangePayload> => {
  const { user } = caller;
  const scope = ownerScope(user);
  const found = await repository.findStored(deps.db, scope, id);
  if (!found) throw notFound();
  const { usesPeopleBox } = await findCallerFacts(deps.db, user);
  const context: RuleContext = { usesPeopleBox, isCompany: found.isCompany };
  refuseOtherOwner(user, found.userId, body.targetUser);
  refuseOwnJobOfHr(user, body.isCreatingForBranchAccount);
  throwErrors(fieldErrors(body, found, context));
  if (body.answerRemaining && body.status !== 'closed') throwErrors({ answerRemaining: ERROR_KEYS.fieldInvalid });
  const cover = await prepareCover(deps, user, body.image, found.imageKey);
  const { answer, previous } = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    // Locks the account first, in the same order as job creation and branch deletion.
    const owner = body.status === 'active' ? await lockOwner(trx, found.organisationId, found.userId) : undefined;
    const job = await repository.lockStored(trx, scope, id);
    if (!job) throw notFound();
    const unknown = await findUnknownReferences(trx, job, body);
    throwErrors({ ...fieldErrors(body, job, context), ...referenceErrors(unknown) });
    if (needsCloseReason(job.status, body)) throwErrors({ closeReason: ERROR_KEYS.closeReasonRequired });
    const opens = body.status === 'active' && job.status !== 'active';
    if (opens && (!owner || owner.isDeleted)) throw ownerIsGone();
    if (opens && owner && job.isCompany) {
      if (!(await hasCredit(trx, owner.id))) throw insufficientBalance();
      await payForJob(trx, now, { owner, jobId: id, actorId: user.id });
    }
    await cover.consumeUpload(trx);
    const columns: JobColumns = {
      ...columnsOf(body, {
        ...context,
        contactType: body.contactType === undefined ? job.contactType : body.contactType,
      }),
      ...columnsOfStatus(job.status, body, now),
      ...(cover.key !== undefined && { imageKey: cover.key }),
    };
    const details = { fields: fieldsOf(body), from: job.status, to: body.status ?? job.status };
    await write(deps, trx, caller, { action: 'job.changed', id, details });
    // A deletion returns the job as it was, because it cannot be read afterwards.
    const last = body.status === 'deleted' ? await readJob(deps, trx, caller, id) : undefined;
    await apply(trx, id, columns, body, { now, settings: deps.settings });
    const current = last ? { ...last, status: 'deleted' as const } : await readJob(deps, trx, caller, id);
    const { jobCreationBalance } = await findCallerFacts(trx, user);
    const closing = { jobId: id, isFilled: isFilledBy(current.closeReason) };
    const bulk = body.answerRemaining && (await deps.answerRemaining(trx, deps, caller, closing));
    return { answer: { job: current, jobCreationBalance, ...(bulk && { bulk }) }, previous: job.imageKey };
  });
  await cover.removeOldFiles(previous);
  if (body.status === 'deleted') await removeCover(deps, previous);
  return answer;
};

/** Stores a draft copy of a job without its applicants and times. The title and cover stay the same. */
export const copyJob = async (deps: Deps, caller: Caller, id: number): Promise<Job> => {
  const { user } = caller;
  const found = await repository.findStored(deps.db, ownerScope(user), id);
  if (!found) throw notFound();
  return withinJobQuota(deps, found.organisationId, () =>
    deps.db.transaction().execute(async (trx) => {
      await lockLiveOwner(trx, user, found.userId);
      if (!(await repository.lockStored(trx, ownerScope(user), id))) throw notFound();
      const copy = await repository.copyJob(trx, id, deps.clock.now());
      await write(deps, trx, caller, { action: 'job.copied', id: copy, details: { from: id } });
      return readJob(deps, trx, caller, copy);
    }),
  );
};
