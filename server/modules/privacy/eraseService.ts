import { PRIVACY_REQUEST_DAYS, RETENTION_NOTICE_DAYS } from '../../../contract/constants/privacy';
import { dayAt, dayStart, wallTime } from '../../../contract/zone';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import type { Deps } from '../../platform/deps';
import { matches } from '../../platform/http/validation';
import { randomUUID } from 'node:crypto';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Erasure } from '../../../contract/schemas/privacy';
import { DAY, HOUR } from '../../../contract/constants/time';
import { audit, userActor, type Actor } from '../../platform/audit';
import type { Caller } from '../../platform/auth/tokens';
import { inChange, type Change } from '../../platform/change';
import { conflict, invalid, notFound } from '../../platform/errors';
import { removeAttachments } from '../../platform/outgoing/deliver';
import { withdrawTexts } from '../../platform/outgoing/enqueue';
import { notifyDecided } from '../applications';
import { lockBookings } from '../appointments';
import { removeOldExports } from '../exports';
import { handOverLinks } from '../workerLinks';
import { memberLink } from '../roster';
import { formatDialNumber, isPhoneShared } from '../workers';
import * as repository from './retentionRepository';
import { endAppointments } from './retentionRepository';
import {
  findErasure,
  hasOpenAppointment,
  isOnHold,
  listOrganisations,
  lockPerson,
  lockProfile,
  wasErased,
  type Person,
  type PersonKey,
  listMissing,
  clearPhoto,
  listPhotos,
  deleteHold,
} from './personRepository';

/** The hours of the night in which people are made anonymous, in the marketplace's time zone. */
const WORK_BEGINS = 2;
const WORK_ENDS = 5;

export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY);

/** Returns the same time of day so many months earlier, clamped to the month’s last day. */
export const monthsBefore = (at: Date, months: number): Date => {
  const moved = new Date(at);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(at.getUTCDate(), lastDay));
  return moved;
};

interface Period {
  /** Whole months after `lastAt`. */
  months: number;
  now: Date;
  /** Nobody is made anonymous before this time; null when there is none. */
  from: Date | null;
  timeZone: string;
}

/**
 * Returns the day, `YYYY-MM-DD`, of the first night in which a person may be made anonymous. `lastAt` is the time of
 * the last action about them; their period must end within the days of the forecast.
 */
export const dueDay = (lastAt: Date, { months, now, from, timeZone }: Period): string => {
  for (let day = 0; ; day += 1) {
    const name = dayAt(addDays(now, day), timeZone);
    const end = new Date(dayStart(name, timeZone) + WORK_ENDS * HOUR);
    const isDue = end > now && lastAt <= monthsBefore(end, months) && (from === null || from <= end);
    if (isDue || day > RETENTION_NOTICE_DAYS) return name;
  }
};

/** Returns until when an organisation has to answer a request. */
export const requestDueAt = (at: Date): Date => addDays(at, PRIVACY_REQUEST_DAYS);

/** Returns whether the nightly work may run. */
export const isWorkHour = (now: Date, timeZone: string): boolean => {
  const hour = Number(wallTime(now, timeZone).slice(11, 13));
  return hour >= WORK_BEGINS && hour < WORK_ENDS;
};

const folded = (name: string, language: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase(language);

/** Turkish folds I differently: "DIANA" is "diana" only in English, "IŞIL" is "ışıl" only in Turkish. */
const FOLDINGS = ['tr', 'en'];

/** Returns whether a typed text is a person's name, ignoring extra spaces and letter case. */
export const isNameOf = (typed: string, name: string): boolean =>
  FOLDINGS.some((language) => folded(typed, language) === folded(name, language));

/**
 * An erasure in the list outside the store. It contains no name: id and creation time of the profile identify the
 * worker.
 */
const Entry = Type.Object({
  /** Null for a worker whom no organisation knew. */
  organisationId: Type.Union([Type.Integer(), Type.Null()]),
  workerId: Type.Integer(),
  createdAt: Type.String(),
  erasedAt: Type.String(),
});
export type ListedErasure = Static<typeof Entry>;

type ListDeps = { settings: Pick<Deps['settings'], 'erasuresDir'> };

/**
 * Returns whether a file is a list of erasures. Servers on several machines may share the folder, each with its own
 * list.
 */
const isList = (name: string): boolean => /^erasures-.*\.jsonl$/.test(name);

/**
 * Adds erasures to the list on the disk. Call it as the last step of their transaction: an erasure that is not in the
 * list is then never committed, and one whose commit fails is repeated at the next start.
 */
export const listErasures = async (
  { settings: { erasuresDir } }: ListDeps,
  erasures: readonly ListedErasure[],
): Promise<void> => {
  if (erasures.length === 0) return;
  await mkdir(erasuresDir, { recursive: true, mode: 0o700 });
  const file = await open(path.join(erasuresDir, `erasures-${os.hostname()}.jsonl`), 'a', 0o600);
  try {
    // Begins with a line break, because a server that died may have left half a line.
    await file.appendFile(erasures.map((one) => `\n${JSON.stringify(one)}`).join('') + '\n');
    await file.sync();
  } finally {
    await file.close();
  }
};

const parse = (line: string): ListedErasure | null => {
  try {
    const entry: unknown = JSON.parse(line);
    return matches(Entry, entry) ? (entry as ListedErasure) : null;
  } catch {
    return null;
  }
};

/** Returns the listed erasures in the order in which they happened. It skips incomplete lines. */
export const readErasures = async ({ settings: { erasuresDir } }: ListDeps): Promise<ListedErasure[]> => {
  const names = await readdir(erasuresDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const texts = await Promise.all(names.filter(isList).map((name) => readFile(path.join(erasuresDir, name), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => parse(line) ?? [])
    .sort((one, other) => one.erasedAt.localeCompare(other.erasedAt));
};

const addTombstone = ({ trx, now }: Change, workerId: number): Promise<number> =>
  repository.insertTombstone(trx, workerId, { uuid: randomUUID(), now });

/** Deletes the profile unless another organisation has data about the worker. Returns the photo to remove. */
const dropProfile = async (
  { trx }: Change,
  erased: Pick<repository.Erased, 'workerId' | 'tombstoneId'>,
  person: Person,
): Promise<string | null> => {
  if (await repository.isKnown(trx, erased.workerId)) return null;
  const phone = (await isPhoneShared(trx, erased.workerId, person)) ? null : person.phone;
  await repository.deleteProfile(trx, erased, formatDialNumber(phone, person.countryCode));
  return person.imageKey;
};

/** Deletes unsent text messages about new jobs. */
const withdrawJobTexts = async ({ trx }: Change, { codeSecret }: Deps, key: PersonKey): Promise<void> => {
  for (const member of await repository.listMemberships(trx, key))
    await withdrawTexts(trx, memberLink(codeSecret, member));
};

/** Returns why a worker's data cannot be erased now, or null. */
export const refusalOf = async ({ trx }: Change, key: PersonKey) => {
  if (await isOnHold(trx, key)) return ERROR_KEYS.privacyOnHold;
  return (await hasOpenAppointment(trx, key)) ? ERROR_KEYS.privacyOpenAppointment : null;
};

const listedOf = (
  key: Pick<ListedErasure, 'organisationId' | 'workerId'>,
  { createdAt }: Person,
  now: Date,
): ListedErasure => ({ ...key, createdAt: createdAt.toISOString(), erasedAt: now.toISOString() });

/**
 * Erases a locked worker within one organisation. A nameless worker, the tombstone, takes over the applications, so
 * that counts stay the same. Returns the entry for the list outside the store. Throws 409 while an appointment is open
 * or the data are on hold.
 */
export const eraseIn = async (
  change: Change,
  deps: Deps,
  { key, person, actor }: { key: PersonKey; person: Person; actor: Actor },
): Promise<ListedErasure> => {
  const { trx, clock, now } = change;
  const applications = await repository.lockApplications(trx, key);
  await lockBookings(trx, key.organisationId, key.workerId);
  const refusal = await refusalOf(change, key);
  if (refusal) throw conflict(refusal);
  const threadIds = await repository.lockThreads(trx, key);
  const applicationIds = applications.map(({ id }) => id);
  const tombstoneId = await addTombstone(change, key.workerId);
  const erased = { ...key, tombstoneId, applicationIds, threadIds, now };
  await handOverLinks(change, deps, erased);
  await withdrawJobTexts(change, deps, key);
  await repository.moveApplications(trx, erased);
  await repository.emptyDetails(trx, erased);
  await repository.emptyThreads(trx, erased);
  await repository.deleteNotes(trx, erased, person);
  await repository.emptyEvents(trx, erased);
  await repository.endExports(trx, erased);
  await repository.emptyCopies(trx, erased);
  await repository.emptyMessages(trx, erased);
  await repository.insertErasure(trx, erased, await dropProfile(change, erased, person));
  await audit({ trx, clock }, actor, 'worker.erased', ['worker', key.workerId], {
    applications: applications.length,
  });
  notifyDecided(change, applications);
  return listedOf(key, person, now);
};

/**
 * Removes the files that erasures left: workbooks, CVs in mails, and photos of deleted profiles. Their rows name them
 * until they are removed, so the task repeats what failed.
 */
export const removeErasedFiles = async (deps: Deps): Promise<void> => {
  await removeOldExports(deps);
  await removeAttachments(deps);
  for (const photo of await listPhotos(deps.db)) {
    await deps.fileStore.remove(photo.imageKey);
    await clearPhoto(deps.db, photo);
  }
};

/** Removes the files of a committed erasure. When the file store fails, the task repeats it later. */
const removeFiles = (deps: Deps): Promise<void> => removeErasedFiles(deps).catch(() => undefined);

interface EraseCall extends Caller {
  workerId: number;
  confirmName: string;
}

/**
 * Erases a worker in the caller's organisation. A repeated call returns the first answer. Throws 404 for a stranger,
 * 400 unless `confirmName` is a name of the worker in the organisation, and 409 while an appointment is open or the data
 * are on hold.
 */
export const eraseWorker = async (
  deps: Deps,
  { user, requestId, workerId, confirmName }: EraseCall,
): Promise<Erasure> => {
  const key = { organisationId: user.organisationId, workerId };
  const erasedAt = await inChange(deps, async (change) => {
    const person = await lockPerson(change.trx, key);
    if (!person) {
      const before = await findErasure(change.trx, key);
      if (!before) throw notFound();
      return before;
    }
    if (!person.names.some((name) => isNameOf(confirmName, name)))
      throw invalid({ confirmName: ERROR_KEYS.privacyOtherName });
    const actor = userActor({ user, requestId });
    await listErasures(deps, [await eraseIn(change, deps, { key, person, actor })]);
    return change.now;
  });
  await removeFiles(deps);
  return { erasedAt: erasedAt.toISOString() };
};

/** Deletes the profile of a locked worker about whom no organisation has data, such as one who never applied. */
const eraseUnapplied = async (
  change: Change,
  { workerId, person }: { workerId: number; person: Person },
): Promise<boolean> => {
  const { trx, now } = change;
  if (await repository.isKnown(trx, workerId)) return false;
  const tombstoneId = await addTombstone(change, workerId);
  const imageKey = await dropProfile(change, { workerId, tombstoneId }, person);
  await repository.insertErasure(trx, { organisationId: null, workerId, now }, imageKey);
  return true;
};

/** Locks a worker and deletes the profile, if there is one and no organisation has data about the worker. */
const eraseUnknown = async (change: Change, workerId: number): Promise<void> => {
  const person = await lockProfile(change.trx, workerId);
  if (person) await eraseUnapplied(change, { workerId, person });
};

/**
 * Erases a worker everywhere: all organisations or none. Returns how many organisations it concerned. Throws 404 for an
 * unknown worker and 409 as `eraseWorker` does.
 */
export const eraseEverywhere = async (deps: Deps, workerId: number): Promise<number> => {
  const count = await inChange(deps, async (change) => {
    const profile = await lockProfile(change.trx, workerId);
    const organisationIds = await listOrganisations(change.trx, workerId);
    const erased: ListedErasure[] = [];
    for (const organisationId of organisationIds) {
      const key = { organisationId, workerId };
      const person = await lockPerson(change.trx, key);
      if (!person) continue;
      const actor = { kind: 'worker', workerId, organisationId } as const;
      erased.push(await eraseIn(change, deps, { key, person, actor }));
    }
    // Listed only when all organisations are done, because the refusal of one prevents every erasure.
    await listErasures(deps, erased);
    if (erased.length > 0) return erased.length;
    if (profile && (await eraseUnapplied(change, { workerId, person: profile }))) {
      await listErasures(deps, [listedOf({ organisationId: null, workerId }, profile, change.now)]);
      return 0;
    }
    if (!(await wasErased(change.trx, workerId))) throw notFound();
    return 0;
  });
  await removeFiles(deps);
  return count;
};

/** Erases a person whom a restored backup brought back, in spite of holds and open appointments in that store. */
const eraseInAgain = (deps: Deps, key: PersonKey): Promise<void> =>
  inChange(deps, async (change) => {
    const person = await lockPerson(change.trx, key);
    if (!person) return;
    await deleteHold(change.trx, key);
    await endAppointments(change.trx, key, change.now);
    await eraseIn(change, deps, { key, person, actor: { kind: 'clock', organisationId: key.organisationId } });
  });

/**
 * Erases again the listed people whom the store still has, because it was restored from a backup. Returns how many.
 * Runs before the server takes requests.
 */
export const eraseAgain = async (deps: Deps): Promise<number> => {
  const missing = await listMissing(deps.db, await readErasures(deps));
  for (const { organisationId, workerId } of missing) {
    if (organisationId !== null) await eraseInAgain(deps, { organisationId, workerId });
    // An organisation that had data when the profile was deleted may be missing from the older backup.
    await inChange(deps, (change) => eraseUnknown(change, workerId));
  }
  if (missing.length > 0) await removeErasedFiles(deps);
  return missing.length;
};
