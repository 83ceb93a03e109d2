import { randomUUID } from 'node:crypto';
import { EXPERIENCE_RANGES, PEOPLE_PER_PHONE, type OfferedExperience } from '../../../contract/constants/publicPage';
import { fold, fullName } from '../../../contract/constants/text';
import type { Language } from '../../../contract/constants/options';
import { type Change, inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { sha256 } from '../../platform/secrets';
import { type Told, arrive } from '../applications';
import { addConsent, withdrawConsent } from '../privacy';
import { joinRoster, listSharingPhone, withdraw, type Member, type NewMembership } from '../roster';
import { linkOf, sendReceivedSms } from '../workerLinks';
import { isLinkAlive } from '../workerPage';
import { OWN_WORKER, saveProfile } from '../workers';
import { refusal, type Answers, type Person } from './forms';
import type { PageJob, StoredPage } from './pageRepository';
import {
  findOwner,
  keepForm,
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

/**
 * Removes somebody from a roster, with the others who have the phone, which is what the reader of a text message stops.
 * The consent is for the whole organisation, so it ends with its last roster.
 */
export const leave = async (change: Change, deps: Pick<Deps, 'codeSecret'>, member: Member): Promise<void> => {
  for (const one of await listSharingPhone(change.trx, member))
    if (await withdraw(change, deps, one)) await withdrawConsent(change, one, 'roster');
};

type Name = Pick<Person, 'firstName' | 'lastName'>;

const isNamedAs = (one: Name, other: Name): boolean => fold(fullName(one)) === fold(fullName(other));

/** Returns each person among what was given, with the newest name. */
const peopleOf = <G extends { externalId: string }>(given: readonly G[]): G[] =>
  given.filter(({ externalId }, at) => given.findIndex((one) => one.externalId === externalId) === at);

/** Returns the people who used a draft's phone on the organisation's pages, the last one first. */
export const knownPeople = async ({ db }: Pick<Deps, 'db'>, { organisationId }: StoredPage, draft: Draft) =>
  peopleOf(await listGiven(db, draft, organisationId));

/**
 * Locks a draft's phone. Returns what was given under the draft's name on the organisation's pages, newest first, and
 * the person of the draft: undefined for a new one, for whom the phone may have no room.
 */
const lockGiven = async (
  trx: Change['trx'],
  draft: Draft,
  { organisationId, jobId }: { organisationId: number; jobId?: number },
) => {
  await lockPhone(trx, draft);
  const given = await listGiven(trx, draft, organisationId);
  const people = peopleOf(given);
  return {
    own: given.filter((one) => isNamedAs(one, draft)),
    isShared: people.length > 0,
    isFull: people.length >= PEOPLE_PER_PHONE,
    // A worker stored by an earlier release may have several names: it is the person of the newest one, unless another
    // one applied for the job.
    known: people.find(
      ({ externalId, ...name }) =>
        isNamedAs(name, draft) && !given.some((one) => one.jobId === jobId && one.externalId === externalId),
    ),
  };
};

/** Keeps the draft with the notice that its phone has no room for another person, and asks again who it is. */
const keepFull = async (trx: Change['trx'], tokenHash: Buffer, draft: Draft): Promise<void> => {
  await markWho(trx, tokenHash, { ...draft, who: 'asked' });
  await keepForm(trx, tokenHash, { form: draft.form, notice: refusal('form', 'people', null) });
};

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
 * Adds the owner of a proved draft to the roster. Returns undefined, and keeps the draft with a notice, when too many
 * people have the phone. Throws `DraftOver` for a draft that is expired or not proved.
 */
export const joinByDraft = (
  deps: Deps,
  { page, token, language }: Pick<Application, 'page' | 'token' | 'language'>,
): Promise<Member | undefined> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    const { userId, organisationId } = page;
    const tokenHash = sha256(token);
    const draft = await lockDraft(trx, { tokenHash, organisationId, now });
    if (!draft?.isProved) throw new DraftOver(page);
    const { known, isFull } = await lockGiven(trx, draft, { organisationId });
    if (!known && isFull) {
      await keepFull(trx, tokenHash, draft);
      return undefined;
    }
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

/**
 * Creates the application of a proved draft. The draft stores the outcome, so that a repeat gets the same answer. If
 * the phone was used in the organisation before, but never under this name, it stores that the page must ask who
 * applies, and a notice when too many people have the phone. Throws `DraftOver` for a draft that is expired or not
 * proved, and 409 when the job closed meanwhile.
 */
export const applyByDraft = (deps: Deps, { page, job, token, answers, language }: Application): Promise<void> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    const { userId, organisationId } = page;
    const tokenHash = sha256(token);
    const draft = await lockDraft(trx, { tokenHash, organisationId, now });
    if (!draft?.isProved) throw new DraftOver(page);
    if (isEnded(draft, job)) return;
    const { own, known, isShared, isFull } = await lockGiven(trx, draft, { organisationId, jobId: job.id });
    if (isShared && own.length === 0 && draft.who !== 'other')
      return markWho(trx, tokenHash, { ...draft, who: 'asked' });
    const first = own.find(({ jobId }) => jobId === job.id);
    if (first?.applicationId) {
      const kind = first.isWithdrawn ? 'withdrew' : 'before';
      return markEnded(trx, tokenHash, { jobId: job.id, kind, applicationId: first.applicationId });
    }
    if (!known && isFull) return keepFull(trx, tokenHash, draft);
    const workerId = await saveOwner(deps, change, { draft, language, externalId: known?.externalId });
    const told = toldOf(draft, answers, job);
    if (answers.joinsRoster) await join(change, { workerId, userId, organisationId, ...told });
    const applicationId = await arrive(change, job.id, { workerId, told, settings: deps.settings });
    await addConsent(change, { workerId, organisationId }, 'application');
    await sendReceivedSms(change, deps, { applicationId, workerId, organisationId, userId });
    return markEnded(trx, tokenHash, { jobId: job.id, kind: 'new', applicationId });
  });

/** What the buttons of the question who applies send: a known person's external id, or somebody else. */
export const SAME = 'same:';
export const OTHER = 'other';

/** Stores who applies: a known person, whose name then counts, or somebody else. It asks again about an erased one. */
export const answerWho = async (
  deps: Deps,
  { page, token, press }: { page: StoredPage; token: string; press: string },
): Promise<void> => {
  const draft = await openDraft(deps, page, token);
  if (draft.who !== 'asked') return;
  const person = (await knownPeople(deps, page, draft)).find(({ externalId }) => press === SAME + externalId);
  if (!person && press !== OTHER) return;
  await markWho(deps.db, sha256(token), { ...draft, ...person, who: person ? 'same' : 'other' });
};

export interface Ended {
  kind: Outcome['kind'];
  /** The path of the applicant's own page; null without worker links and for an expired one. */
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
    const sees = kind === 'new' || (await isLinkAlive(change, owner));
    const link = sees ? await linkOf(change, deps, owner) : null;
    return {
      kind,
      path: link === null ? null : new URL(link).pathname,
      at: found.createdAt,
    };
  });
