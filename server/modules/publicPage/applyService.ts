import { randomUUID } from 'node:crypto';
import { EXPERIENCE_RANGES, PEOPLE_PER_PHONE, type OfferedExperience } from '../../../contract/constants/publicPage';
import { fold, fullName } from '../../../contract/constants/text';
import type { Language } from '../../../contract/constants/options';
import { type Change, inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
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
  findOwner,
  listGiven,
  lockDraft,
  lockPhone,
  markEnded,
  markWho,
  type Draft,
  type Outcome,
} from './draftRepository';
import { openDraft } from './draftService';
import { DraftOver } from './pageRequest';

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
 * Returns what was given with the phone of a draft in the organisation, newest first, all of it and under the draft's
 * name. Locks the phone.
 */
const lockGiven = async (trx: Change['trx'], draft: Draft, organisationId: number) => {
  await lockPhone(trx, draft);
  const given = await listGiven(trx, draft, organisationId);
  return { given, own: given.filter((one) => foldedName(one) === foldedName(draft)) };
};

const isFull = (given: readonly { externalId: string }[]): boolean =>
  new Set(given.map(({ externalId }) => externalId)).size >= PEOPLE_PER_PHONE;

interface Owner {
  draft: Draft;
  language: Language;
  /** The worker if one is known. */
  externalId: string | undefined;
}

/**
 * Returns the id of the worker for a proved draft, and creates a missing one. A worker from a public page is only a
 * phone and a language of one person in one organisation: names and answers belong to the application or the roster for
 * which they were given.
 */
const saveOwner = async (
  { settings: { timeZone } }: Deps,
  change: Change,
  { draft: { phone, countryCode }, language, externalId = `${OWN_WORKER}${randomUUID()}` }: Owner,
): Promise<number> => {
  const body = { firstName: '', lastName: '', phone, language, experiences: [] };
  return (await saveProfile(change, { externalId, body, timeZone, countryCode })).id;
};

/**
 * Adds the owner of a proved draft to the roster; the newest known one for more people than may share a phone. Throws
 * `DraftOver` for a draft that is expired or not proved.
 */
export const joinByDraft = (
  deps: Deps,
  { page, token, language }: Pick<Application, 'page' | 'token' | 'language'>,
): Promise<Member> =>
  inChange(deps, async (change) => {
    const { userId, organisationId } = page;
    const draft = await lockDraft(change.trx, { tokenHash: sha256(token), organisationId, now: change.now });
    if (!draft?.isProved) throw new DraftOver();
    const { given, own } = await lockGiven(change.trx, draft, organisationId);
    const [known] = own.length === 0 && isFull(given) ? given : own;
    const workerId = await saveOwner(deps, change, { draft, language, externalId: known?.externalId });
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

const isApplication = <G extends { applicationId: number | null }>(given: G): given is G & { applicationId: number } =>
  given.applicationId !== null;

/**
 * Creates the application of a proved draft. The draft stores the outcome, so that a repeat gets the same answer. If
 * the phone applied in the organisation before, but never under this name, it stores that the page must ask who applies.
 * Throws `DraftOver` for a draft that is expired or not proved, and 409 when the job closed meanwhile.
 */
export const applyByDraft = (deps: Deps, { page, job, token, answers, language }: Application): Promise<void> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    const { userId, organisationId } = page;
    const tokenHash = sha256(token);
    const draft = await lockDraft(trx, { tokenHash, organisationId, now });
    if (!draft?.isProved) throw new DraftOver();
    if (isEnded(draft, job)) return;
    const { given, own } = await lockGiven(trx, draft, organisationId);
    const earlier = given.filter(isApplication);
    const [newest] = earlier;
    if (newest && own.length === 0) {
      if (draft.who !== 'other') return markWho(trx, tokenHash, { ...draft, who: 'asked' });
      if (isFull(earlier))
        return markEnded(trx, tokenHash, { jobId: job.id, kind: 'other', applicationId: newest.applicationId });
    }
    const first = own.filter(isApplication).find(({ jobId }) => jobId === job.id);
    if (first) {
      const kind = first.isWithdrawn ? 'withdrew' : 'before';
      return markEnded(trx, tokenHash, { jobId: job.id, kind, applicationId: first.applicationId });
    }
    const workerId = await saveOwner(deps, change, { draft, language, externalId: own[0]?.externalId });
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
export const earlierName = async ({ db }: Deps, { organisationId }: StoredPage, job: PageJob, draft: Draft) => {
  const earlier = (await listGiven(db, draft, organisationId)).filter(isApplication);
  return earlier.find(({ jobId }) => jobId === job.id) ?? earlier[0];
};

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
    };
  });
