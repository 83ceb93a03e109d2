import { randomUUID } from 'node:crypto';
import { APPLICATION_DRAFT_MINUTES, type PageRef } from '../../../contract/constants/door';
import { fold } from '../../../contract/constants/text';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { SolvedChallenge } from '../../../contract/schemas/challenge';
import type { Language } from '../../../contract/constants/options';
import { audit } from '../../platform/audit';
import { newToken } from '../../platform/auth/tokens';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { AppError, notFound } from '../../platform/errors';
import { sendCode, verifyPhone } from '../account';
import { applyIn } from '../gateway';
import { linkOf, sendReceivedSms } from '../links';
import { addConsent } from '../privacy';
import type { Member } from '../roster';
import { isLinkAlive } from '../workerPage';
import { formatDialNumber, OWN_WORKER, saveProfile } from '../workers';
import { insertSource, listEarlier, lockOwnWorker } from './applicantRepository';
import { findDraft, insertDraft, lockDraft, markApplied, markProved, type Draft } from './draftRepository';
import { toldOf } from './experiences';
import type { Answers, Person, Problem } from './forms';
import type { PageJob } from './jobRepository';
import type { StoredPage } from './pageRepository';
import { forgetStart, waitOf, type Wait } from './limits';
import { join } from './rosterConsents';
import { sha256 } from '../../platform/sha256';

const MINUTE_MS = 60_000;

/** Who sends a form. */
export interface Visitor {
  address: string;
  language: Language;
  requestId: string;
}

const callerOf = (visitor: Visitor, hasWorked = false) =>
  ({ user: null, ...visitor, ownLimits: hasWorked ? 'worked' : 'counted' }) as const;

/** Binds the code to the browser that has the draft, so that a stranger's wrong tries do not use it up. */
const ticketOf = (token: string): string => sha256(`ticket ${token}`).toString('hex');

interface Sending {
  token: string;
  visitor: Visitor;
  resend: boolean;
  solved?: SolvedChallenge | undefined;
  hasWorked?: boolean;
}

const sendTo = (
  deps: Deps,
  { phone, countryCode }: Pick<Person, 'phone' | 'countryCode'>,
  { token, visitor, resend, solved, hasWorked }: Sending,
) => {
  const body = { phone, countryCode, isVerify: false, resend, ticket: ticketOf(token), ...(solved && { solved }) };
  return sendCode(deps, body, { ...callerOf(visitor, hasWorked), countries: deps.settings.applicantCountries });
};

interface Starter extends Pick<Sending, 'visitor' | 'solved' | 'hasWorked'> {
  page: StoredPage;
  person: Person;
  ref: PageRef;
}

/** Keeps who applies for half an hour and sends a code to the phone. Returns the token of the draft. */
export const begin = async (deps: Deps, { page, person, ref, visitor, ...work }: Starter): Promise<string> => {
  const token = newToken();
  await sendTo(deps, person, { token, visitor, resend: false, ...work });
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + APPLICATION_DRAFT_MINUTES * MINUTE_MS);
  const { address } = visitor;
  const draft = { ...person, ref, address, userId: page.userId, tokenHash: sha256(token), now, expiresAt };
  await insertDraft(deps.db, draft);
  return token;
};

/** Returns the draft of a token. Throws 404 for one that is wrong, over, or of another organisation. */
export const openDraft = async ({ db, clock }: Deps, { organisationId }: StoredPage, token: string): Promise<Draft> => {
  const draft = await findDraft(db, { tokenHash: sha256(token), organisationId, now: clock.now() });
  if (!draft) throw notFound();
  return draft;
};

interface DraftCall {
  page: StoredPage;
  token: string;
  visitor: Visitor;
  solved: SolvedChallenge | undefined;
}

/** Why the code was refused, and until when the form has to wait. */
export interface CodeRefusal {
  problem: Problem;
  wait: Wait | null;
}

/** Sends the code of a draft once more. Returns why it was not sent, or null. */
export const resend = async (deps: Deps, draft: Draft, call: DraftCall): Promise<CodeRefusal | null> => {
  try {
    await sendTo(deps, draft, { ...call, resend: true });
    return null;
  } catch (error) {
    const wait = error instanceof AppError ? waitOf(deps, error, call.visitor.language) : null;
    if (wait) return { problem: wait.reason, wait };
    throw error;
  }
};

/** Proves the phone of a draft. Returns what is wrong with the code, or null. */
export const prove = async (
  deps: Deps,
  draft: Draft,
  { code, page, token, visitor, solved }: DraftCall & { code: string },
): Promise<CodeRefusal | null> => {
  if (draft.isProved) return null;
  const phone = formatDialNumber(draft.phone, draft.countryCode) ?? draft.phone;
  const onProved = (trx: Change['trx']) => markProved(trx, sha256(token), deps.clock.now());
  try {
    const body = { phone, code, ticket: ticketOf(token), ...(solved && { solved }) };
    await verifyPhone(deps, body, { ...callerOf(visitor), onProved });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The other of two presses at once may have used the code up.
    if (error.key === ERROR_KEYS.phoneCodeWrong)
      return (await openDraft(deps, page, token)).isProved ? null : { problem: 'code', wait: null };
    const wait = waitOf(deps, error, visitor.language);
    if (wait) return { problem: 'codeTries', wait };
    throw error;
  }
  // A phone may have changed its network since: the count is that of the one that began.
  if (draft.address !== null) await forgetStart(deps, draft.address);
  return null;
};

const foldedName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  fold(`${firstName} ${lastName}`);

/**
 * Returns the id of the worker who owns the proved phone, and creates a missing one. A worker from a public page is a phone
 * and a language alone: names and answers belong to the application or the roster for which somebody gave them.
 */
const saveOwner = async (
  deps: Deps,
  change: Change,
  { draft: { phone, countryCode }, language }: { draft: Draft; language: Language },
): Promise<number> => {
  const known = await lockOwnWorker(change.trx, { phone, countryCode });
  const externalId = known?.externalId ?? `${OWN_WORKER}${randomUUID()}`;
  const body = { firstName: '', lastName: '', phone, language, experiences: [] };
  const { timeZone } = deps.settings;
  const { worker, fields } = await saveProfile(change, { externalId, body, timeZone, countryCode });
  const actor = { kind: 'worker', workerId: worker.id, organisationId: null } as const;
  const entry = { action: 'worker.saved', subjectType: 'worker', subjectId: worker.id, details: { fields } };
  await audit(change.trx, change.clock, actor, entry);
  return worker.id;
};

/** Puts the owner of a proved draft on the roster. Throws 404 for a draft that is over or not proved. */
export const joinByDraft = (
  deps: Deps,
  { page, token, language }: Pick<Application, 'page' | 'token' | 'language'>,
): Promise<Member> =>
  inChange(deps, async (change) => {
    const { userId, organisationId } = page;
    const draft = await lockDraft(change.trx, { tokenHash: sha256(token), organisationId, now: change.now });
    if (!draft?.isProved) throw notFound();
    const workerId = await saveOwner(deps, change, { draft, language });
    const { firstName, lastName } = draft;
    return join(change, { workerId, userId, organisationId, firstName, lastName });
  });

interface Application {
  page: StoredPage;
  job: PageJob;
  token: string;
  answers: Answers;
  language: Language;
}

export interface Applied {
  /** The path of the applicant's own page; null where workers have no links, and for one that is not theirs or is over. */
  path: string | null;
  /** False when the phone had applied for the job before. */
  isNew: boolean;
  /** True when it had applied under another name. */
  isOther: boolean;
  /** When the phone applied. */
  at: Date;
}

/**
 * Makes the application of a proved draft; a repeat returns the first one. Throws 404 for a draft that is over or not
 * proved, and 409 when the job closed meanwhile.
 */
export const applyByDraft = (deps: Deps, { page, job, token, answers, language }: Application): Promise<Applied> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    const { userId, organisationId } = page;
    const tokenHash = sha256(token);
    const draft = await lockDraft(trx, { tokenHash, organisationId, now });
    if (!draft?.isProved) throw notFound();
    const workerId = await saveOwner(deps, change, { draft, language });
    const first = (await listEarlier(trx, { workerId, organisationId })).find(({ jobId }) => jobId === job.id);
    // The number may have a new owner, who must not see the earlier one's application for this job.
    if (first && foldedName(first) !== foldedName(draft))
      return { path: null, isNew: false, isOther: true, at: first.createdAt };
    const told = toldOf(draft, answers, job);
    if (answers.joinsRoster) await join(change, { workerId, userId, organisationId, ...told });
    const { application, isNew } = await applyIn(change, job.id, { workerId, told });
    const owner = { applicationId: application.id, workerId, organisationId };
    await addConsent(change, { workerId, organisationId }, 'application');
    if (isNew) {
      const { days, parts, start } = answers;
      await insertSource(trx, {
        ...told,
        applicationId: application.id,
        userId,
        ref: draft.ref,
        days,
        parts,
        start,
        now,
      });
      await sendReceivedSms(change, deps, { ...owner, userId });
      await markApplied(trx, tokenHash, application.id);
    }
    // The second press of a form gets the answer of the first.
    const isOwn = isNew || draft.applicationId === application.id;
    const link = isOwn || (await isLinkAlive(change, owner)) ? await linkOf(change, deps, owner) : null;
    const path = link === null ? null : new URL(link).pathname;
    return { path, isNew: isOwn, isOther: false, at: new Date(application.createdAt) };
  });
