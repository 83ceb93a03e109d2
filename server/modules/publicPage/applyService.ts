import { randomUUID } from 'node:crypto';
import { EXPERIENCE_RANGES, type OfferedExperience } from '../../../contract/constants/publicPage';
import { fold, fullName } from '../../../contract/constants/text';
import type { Language } from '../../../contract/constants/options';
import { type Change, inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { sha256 } from '../../platform/secrets';
import { type Told, arrive } from '../applications';
import { addConsent, withdrawConsent } from '../privacy';
import { joinRoster, withdraw, type Member, type NewMembership } from '../roster';
import { linkOf, sendReceivedSms } from '../workerLinks';
import { isLinkAlive } from '../workerPage';
import { OWN_WORKER, saveProfile } from '../workers';
import type { Answers, Person } from './forms';
import type { PageJob, StoredPage } from './pageRepository';
import {
  findEarlier,
  findOwner,
  listEarlier,
  lockOwnWorker,
  lockDraft,
  markEnded,
  markWho,
  type Draft,
  type Outcome,
} from './draftRepository';
import { openDraft } from './draftService';

/** Returns the answer about the experience in a job's position as a former job at no company. */
const experienceOf = (
  choice: OfferedExperience,
  { positionId, positionName }: Pick<PageJob, 'positionId' | 'positionName'>,
): Told['experiences'][number] => {
  const { min, max } = EXPERIENCE_RANGES[choice];
  return {
    id: 1,
    companyName: '',
    position: positionName,
    ...(positionId !== null && { positionId }),
    duration: { key: min, value: String(min), ...(max !== undefined && { max }) },
    startDate: null,
    endDate: null,
  };
};

/** Returns the answers that belong to this application alone. The answer "none" is an experience of zero months. */
const toldOf = (
  { firstName, lastName, ref }: Pick<Draft, 'firstName' | 'lastName' | 'ref'>,
  { experience, days, parts, start }: Answers,
  job: PageJob,
): Told => ({
  firstName,
  lastName,
  experiences: experience === null ? [] : [experienceOf(experience, job)],
  experienceMonths: experience === null ? null : EXPERIENCE_RANGES[experience].min,
  ref,
  days,
  parts,
  start,
});

/** Adds somebody with a proved phone to the roster of an account and stores the consent. */
const join = async (change: Change, membership: NewMembership): Promise<Member> => {
  const member = await joinRoster(change, membership);
  await addConsent(change, membership, 'roster');
  return member;
};

/** Removes somebody from a roster. The consent is for the whole organisation, so it ends with its last roster. */
export const leave = async (change: Change, deps: Pick<Deps, 'codeSecret'>, member: Member): Promise<void> => {
  if (await withdraw(change, deps, member)) await withdrawConsent(change, member, 'roster');
};

const foldedName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  fold(fullName({ firstName, lastName }));

/**
 * Returns the id of the worker who owns the proved phone, and creates a missing one. A worker from a public page is
 * only a phone and a language: names and answers belong to the application or the roster for which they were given.
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
  return (await saveProfile(change, { externalId, body, timeZone, countryCode })).id;
};

/** Adds the owner of a proved draft to the roster. Throws 404 for a draft that is expired or not proved. */
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
 * Creates the application of a proved draft. The draft stores the outcome, so that a repeat gets the same answer. If
 * the phone applied for the job, or else in the organisation, under another name before, it stores that the page must
 * ask who applies. Throws 404 for a draft that is expired or not proved, and 409 when the job closed meanwhile.
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
    const isKnown = (first ? [first] : earlier).some((one) => foldedName(one) === foldedName(draft));
    if (earlier.length > 0 && !isKnown && draft.who !== 'other')
      return markWho(trx, tokenHash, { ...draft, who: 'asked' });
    if (first) {
      // Somebody else with the phone must not see the earlier application for this job.
      const kind = !isKnown ? 'other' : first.isWithdrawn ? 'withdrew' : 'before';
      return markEnded(trx, tokenHash, { jobId: job.id, kind, applicationId: first.id });
    }
    const told = toldOf(draft, answers, job);
    if (answers.joinsRoster) await join(change, { workerId, userId, organisationId, ...told });
    const applicationId = await arrive(change, job.id, { workerId, told, settings: deps.settings });
    await addConsent(change, { workerId, organisationId }, 'application');
    await sendReceivedSms(change, deps, { applicationId, workerId, organisationId, userId });
    return markEnded(trx, tokenHash, { jobId: job.id, kind: 'new', applicationId });
  });

/**
 * Returns the application of the draft's phone for the job, else the last one in the organisation, with its name;
 * undefined without one.
 */
export const earlierName = ({ db }: Deps, { organisationId }: StoredPage, job: PageJob, draft: Draft) =>
  findEarlier(db, draft, { organisationId, jobId: job.id });

/** Stores who applies: the same person as before, whose earlier name then counts, or somebody else. */
export const answerWho = async (
  deps: Deps,
  { page, job, token, isSame }: { page: StoredPage; job: PageJob; token: string; isSame: boolean },
): Promise<void> => {
  const draft = await openDraft(deps, page, token);
  if (draft.who !== 'asked') return;
  const earlier = isSame ? await earlierName(deps, page, job, draft) : undefined;
  await markWho(deps.db, sha256(token), { ...draft, ...earlier, who: earlier ? 'same' : 'other' });
};

export interface Ended {
  kind: Outcome['kind'];
  /**
   * The path of the applicant's own page; null without worker links, for somebody else's page and for an expired one.
   */
  path: string | null;
  /** When the application with this phone was made. */
  at: Date;
  /** False once its applicant withdrew it or knows the answer. */
  isAwaited: boolean;
}

/** Returns what the page shows after a draft has ended; undefined when the person was erased since. */
export const endOf = (
  deps: Deps,
  { organisationId }: StoredPage,
  { kind, applicationId }: Outcome,
): Promise<Ended | undefined> =>
  inChange(deps, async (change) => {
    const found = await findOwner(change.trx, { applicationId, organisationId });
    if (!found) return undefined;
    const owner = { applicationId, organisationId, workerId: found.workerId };
    const sees = kind === 'new' || (kind !== 'other' && (await isLinkAlive(change, owner)));
    const link = sees ? await linkOf(change, deps, owner) : null;
    return {
      kind,
      path: link === null ? null : new URL(link).pathname,
      at: found.createdAt,
      isAwaited: found.isAwaited,
    };
  });
