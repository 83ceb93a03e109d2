import { randomUUID } from 'node:crypto';
import { APPLICATION_DRAFT_MINUTES, type PageRef } from '../../../contract/constants/door';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { SolvedChallenge } from '../../../contract/schemas/challenge';
import type { Language } from '../../../contract/constants/options';
import { hashToken, newToken } from '../../platform/auth/tokens';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { AppError, notFound } from '../../platform/errors';
import { sendCode, verifyPhone } from '../account';
import { applyIn, saveWorker } from '../gateway';
import { linkOf, tellReceived } from '../links';
import { addConsent } from '../privacy';
import { joinRoster, type Member } from '../roster';
import { OWN_WORKER } from '../workers';
import { insertSource, lockOwnWorker, setCountry } from './applicantRepository';
import { findDraft, insertDraft, lockDraft, markApplied, markProved, type Draft } from './draftRepository';
import type { Answers, Person, Problems } from './forms';
import type { PageJob } from './jobRepository';
import type { StoredPage } from './pageRepository';
import { forgetBeginning } from './work';

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
const ticketOf = (token: string): string => hashToken(`ticket ${token}`).toString('hex');

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
  return sendCode(deps, body, callerOf(visitor, hasWorked));
};

interface Beginner extends Pick<Sending, 'visitor' | 'solved' | 'hasWorked'> {
  page: StoredPage;
  person: Person;
  ref: PageRef;
}

/** Keeps who applies for half an hour and sends a code to the phone. Returns the token of the draft. */
export const begin = async (deps: Deps, { page, person, ref, visitor, ...work }: Beginner): Promise<string> => {
  const token = newToken();
  await sendTo(deps, person, { token, visitor, resend: false, ...work });
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + APPLICATION_DRAFT_MINUTES * MINUTE_MS);
  await insertDraft(deps.db, { ...person, ref, userId: page.userId, tokenHash: hashToken(token), now, expiresAt });
  return token;
};

/** Returns the draft of a token. Throws 404 for one that is wrong, over, or of another page. */
export const openDraft = async ({ db, clock }: Deps, { userId }: StoredPage, token: string): Promise<Draft> => {
  const draft = await findDraft(db, { tokenHash: hashToken(token), userId, now: clock.now() });
  if (!draft) throw notFound();
  return draft;
};

/** Sends the code of a draft once more; returns false above the limits of codes. */
export const resend = async (
  deps: Deps,
  draft: Draft,
  { token, visitor }: { token: string; visitor: Visitor },
): Promise<boolean> => {
  try {
    await sendTo(deps, draft, { token, visitor, resend: true });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false;
    throw error;
  }
};

/** Proves the phone of a draft. Returns what is wrong with the code, or nothing. */
export const prove = async (
  deps: Deps,
  draft: Draft,
  { token, code, visitor }: { token: string; code: string; visitor: Visitor },
): Promise<Problems> => {
  if (draft.isProved) return {};
  try {
    await verifyPhone(deps, { phone: draft.phone, code, ticket: ticketOf(token) }, callerOf(visitor));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.key === ERROR_KEYS.phoneCodeWrong) return { code: 'code' };
    if (error.status === 429) return { code: 'codeTries' };
    throw error;
  }
  await markProved(deps.db, hashToken(token), deps.clock.now());
  await forgetBeginning(deps, visitor.address);
  return {};
};

const experiencesOf = ({ experience }: Answers, { positionId, positionName }: PageJob) =>
  experience === null || experience === 0
    ? []
    : [
        {
          companyName: '',
          position: positionName,
          ...(positionId !== null && { positionId }),
          durationMonths: experience,
        },
      ];

interface Applicant {
  draft: Draft;
  language: Language;
  experiences?: ReturnType<typeof experiencesOf>;
}

/** Saves the owner of the proved phone as a worker. What was not asked stays unknown. */
const saveApplicant = async (
  deps: Deps,
  change: Change,
  { draft, language, experiences = [] }: Applicant,
): Promise<number> => {
  const { firstName, lastName, phone, countryCode } = draft;
  const known = await lockOwnWorker(change.trx, { phone, countryCode });
  const body = { firstName, lastName, phone, language, ...(experiences.length > 0 && { experiences }) };
  const externalId = known ?? `${OWN_WORKER}${randomUUID()}`;
  const { id } = await saveWorker(change, { externalId, body, timeZone: deps.settings.timeZone });
  await setCountry(change.trx, id, countryCode);
  return id;
};

/** Puts the owner of a proved draft on the roster. Throws 404 for a draft that is over or not proved. */
export const joinByDraft = (
  deps: Deps,
  { page, token, language }: Pick<Application, 'page' | 'token' | 'language'>,
): Promise<Member> =>
  inChange(deps, async (change) => {
    const { userId, organisationId } = page;
    const draft = await lockDraft(change.trx, { tokenHash: hashToken(token), userId, now: change.now });
    if (!draft?.isProved) throw notFound();
    const workerId = await saveApplicant(deps, change, { draft, language });
    return joinRoster(change, { workerId, userId, organisationId });
  });

interface Application {
  page: StoredPage;
  job: PageJob;
  token: string;
  answers: Answers;
  language: Language;
}

export interface Applied {
  /** The path of the applicant's own page; null where workers have no links. */
  path: string | null;
  isNew: boolean;
}

/**
 * Makes the application of a proved draft; a repeat returns the first one. Throws 404 for a draft that is over or not
 * proved, and 409 when the job closed meanwhile.
 */
export const applyByDraft = (deps: Deps, { page, job, token, answers, language }: Application): Promise<Applied> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    const { userId, organisationId } = page;
    const tokenHash = hashToken(token);
    const draft = await lockDraft(trx, { tokenHash, userId, now });
    if (!draft?.isProved) throw notFound();
    const experiences = experiencesOf(answers, job);
    const workerId = await saveApplicant(deps, change, { draft, language, experiences });
    if (answers.joinsRoster) await joinRoster(change, { workerId, userId, organisationId });
    const { application, isNew } = await applyIn(change, job.id, workerId);
    const owner = { applicationId: application.id, workerId, organisationId };
    await addConsent(change, { workerId, organisationId }, 'application');
    if (isNew) {
      const { days, parts, start } = answers;
      await insertSource(trx, { applicationId: application.id, userId, ref: draft.ref, days, parts, start, now });
      await tellReceived(change, deps, { ...owner, userId });
    }
    await markApplied(trx, tokenHash, application.id);
    const link = await linkOf(change, deps, owner);
    return { path: link === null ? null : new URL(link).pathname, isNew };
  });
