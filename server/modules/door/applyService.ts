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
import { findOwner, insertSource, listEarlier, listEarlierOf, lockOwnWorker } from './applicantRepository';
import {
  findDraft,
  keepForm,
  lockDraft,
  markEnded,
  markProved,
  markSent,
  markWho,
  saveDraft,
  type Draft,
  type Outcome,
} from './draftRepository';
import { toldOf } from './experiences';
import type { Answers, Person } from './forms';
import type { PageJob } from './jobRepository';
import type { StoredPage } from './pageRepository';
import { forgetStart } from './limits';
import { noticeOf, refusal, waitOf, type Notice } from './notices';
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
  /** The draft of a form that was refused before. */
  token: string | undefined;
}

const NOBODY: Person = { firstName: '', lastName: '', phone: '', countryCode: '' };

const newDraft = (
  { clock }: Pick<Deps, 'clock'>,
  { page, ref, visitor }: Pick<Starter, 'page' | 'ref' | 'visitor'>,
  token: string,
) => {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + APPLICATION_DRAFT_MINUTES * MINUTE_MS);
  return { userId: page.userId, ref, address: visitor.address, tokenHash: sha256(token), now, expiresAt };
};

/** Keeps who applies for half an hour and sends a code to the phone. Returns the token of the draft. */
export const begin = async (deps: Deps, { person, ...starter }: Starter): Promise<string> => {
  const token = starter.token ?? newToken();
  await sendTo(deps, person, { ...starter, token, resend: false });
  await saveDraft(deps.db, { ...newDraft(deps, starter, token), ...person, step: 'code', form: '', notice: null });
  return token;
};

/** Keeps a first form that was not accepted, with the reason. Returns the token of the draft. */
export const keepFirst = async (
  deps: Deps,
  { form, notice, ...starter }: Pick<Starter, 'page' | 'ref' | 'visitor' | 'token'> & Pick<Draft, 'form' | 'notice'>,
): Promise<string> => {
  const token = starter.token ?? newToken();
  await saveDraft(deps.db, { ...newDraft(deps, starter, token), ...NOBODY, step: 'person', form, notice });
  return token;
};

/** Returns the draft of a token. Throws 404 for one that is wrong, over, or of another organisation. */
export const openDraft = async ({ db, clock }: Deps, { organisationId }: StoredPage, token: string): Promise<Draft> => {
  const draft = await findDraft(db, { tokenHash: sha256(token), organisationId, now: clock.now() });
  if (!draft) throw notFound();
  return draft;
};

/** Keeps what was typed into the second form, and what its page says about it. */
export const keepSecond = ({ db }: Deps, token: string, kept: Pick<Draft, 'form' | 'notice'>): Promise<void> =>
  keepForm(db, sha256(token), kept);

interface DraftCall {
  page: StoredPage;
  token: string;
  visitor: Visitor;
  solved: SolvedChallenge | undefined;
  press: string;
}

/** For so long a code is on its way. */
const RESEND_MS = 30_000;

/** Sends the code of a draft once more. Returns what its page says. */
export const resend = async (deps: Deps, draft: Draft, call: DraftCall): Promise<Notice> => {
  const now = deps.clock.now();
  if (draft.sentAt && now.getTime() - draft.sentAt.getTime() < RESEND_MS) return refusal('code', 'resendSoon', null);
  try {
    await sendTo(deps, draft, { ...call, resend: true });
    await markSent(deps.db, sha256(call.token), now);
    return noticeOf({ isSent: true });
  } catch (error) {
    const wait = error instanceof AppError ? waitOf(deps, error) : null;
    if (wait) return refusal('code', wait.reason, wait, call.press);
    throw error;
  }
};

/** Proves the phone of a draft. Returns what is wrong with the code, or null. */
export const prove = async (
  deps: Deps,
  draft: Draft,
  { code, page, token, visitor, solved, press }: DraftCall & { code: string },
): Promise<Notice | null> => {
  if (draft.isProved) return null;
  const phone = formatDialNumber(draft.phone, draft.countryCode) ?? draft.phone;
  const onProved = (trx: Change['trx']) => markProved(trx, sha256(token), deps.clock.now());
  try {
    const body = { phone, code, ticket: ticketOf(token), ...(solved && { solved }) };
    await verifyPhone(deps, body, { ...callerOf(visitor), onProved });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The other of two presses at once may have used the code up.
    if ((await openDraft(deps, page, token)).isProved) return null;
    if (error.key === ERROR_KEYS.phoneCodeWrong) return refusal('code', 'code', null);
    const wait = waitOf(deps, error);
    if (wait) return refusal('code', 'codeTries', wait, press);
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

/** Returns whether a draft ended for this job. */
export const isEnded = ({ outcome }: Draft, { id }: PageJob): boolean => outcome?.jobId === id;

/**
 * Makes the application of a proved draft. The draft keeps how it ended, so that a repeat gets the same answer, or that it
 * has to ask who applies: the phone applied in the organisation under another name. Throws 404 for a draft that is over or
 * not proved, and 409 when the job closed meanwhile.
 */
export const applyByDraft = (deps: Deps, { page, job, token, answers, language }: Application): Promise<void> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    const { userId, organisationId } = page;
    const tokenHash = sha256(token);
    const draft = await lockDraft(trx, { tokenHash, organisationId, now });
    if (!draft?.isProved) throw notFound();
    if (isEnded(draft, job)) return;
    const workerId = await saveOwner(deps, change, { draft, language });
    const earlier = await listEarlier(trx, { workerId, organisationId });
    const first = earlier.find(({ jobId }) => jobId === job.id);
    if (first) {
      // The number may have a new owner, who must not see the earlier one's application for this job.
      const kind = foldedName(first) === foldedName(draft) ? 'before' : 'other';
      return markEnded(trx, tokenHash, { jobId: job.id, kind, applicationId: first.id });
    }
    const isKnown = earlier.length === 0 || earlier.some((one) => foldedName(one) === foldedName(draft));
    if (!isKnown && draft.who !== 'other') return markWho(trx, tokenHash, { ...draft, who: 'asked' });
    const told = toldOf(draft, answers, job);
    if (answers.joinsRoster) await join(change, { workerId, userId, organisationId, ...told });
    const { application } = await applyIn(change, job.id, { workerId, told });
    const owner = { applicationId: application.id, workerId, organisationId };
    await addConsent(change, { workerId, organisationId }, 'application');
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
    return markEnded(trx, tokenHash, { jobId: job.id, kind: 'new', applicationId: application.id });
  });

/** Returns the name under which the phone of a draft applied in the organisation last; undefined without one. */
export const earlierName = async (deps: Deps, { organisationId }: StoredPage, draft: Draft) =>
  (await listEarlierOf(deps.db, draft, organisationId))[0];

/** Keeps the answer to the question who applies: the person of before, whose name counts then, or somebody else. */
export const answerWho = async (
  deps: Deps,
  { page, token, isSame }: { page: StoredPage; token: string; isSame: boolean },
): Promise<void> => {
  const draft = await openDraft(deps, page, token);
  if (draft.who !== 'asked') return;
  const earlier = isSame ? await earlierName(deps, page, draft) : undefined;
  await markWho(deps.db, sha256(token), { ...draft, ...earlier, who: earlier ? 'same' : 'other' });
};

export interface Ended {
  kind: Outcome['kind'];
  /** The path of the applicant's own page; null where workers have no links, and for one that is not theirs or is over. */
  path: string | null;
  /** When the phone applied. */
  at: Date;
}

/** Returns what somebody sees whose draft ended; undefined when the person was erased since. */
export const endOf = (
  deps: Deps,
  { organisationId }: StoredPage,
  { kind, applicationId }: Outcome,
): Promise<Ended | undefined> =>
  inChange(deps, async (change) => {
    const found = await findOwner(change.trx, { applicationId, organisationId });
    if (!found) return undefined;
    const owner = { applicationId, organisationId, workerId: found.workerId };
    const sees = kind === 'new' || (kind === 'before' && (await isLinkAlive(change, owner)));
    const link = sees ? await linkOf(change, deps, owner) : null;
    return { kind, path: link === null ? null : new URL(link).pathname, at: found.createdAt };
  });
