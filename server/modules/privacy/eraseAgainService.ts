import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { languageOf } from '../../platform/language';
import { endAppointments } from './eraseRepository';
import { eraseIn, eraseUnknown, removeErasedFiles } from './eraseService';
import { readErasures } from './erasureList';
import { deleteHold } from './holdRepository';
import { listMissing, lockPerson, type PersonKey } from './personRepository';
import { findRetained } from './retentionRepository';

/** Erases a person whom a restored backup brought back, whatever the store says about holds and appointments. */
const eraseInAgain = (deps: Deps, key: PersonKey): Promise<void> =>
  inChange(deps, async (change) => {
    const person = await lockPerson(change.trx, key);
    if (!person) return;
    await deleteHold(change.trx, key);
    await endAppointments(change.trx, key, change.now);
    const language = languageOf((await findRetained(change.trx, key.organisationId)).language);
    await eraseIn(change, deps, {
      key,
      person,
      options: { actor: { kind: 'clock', organisationId: key.organisationId }, language },
    });
  });

/**
 * Erases the people again whom the list outside the store names and the store still has, because it was restored from a
 * backup. Returns how many. Runs before the server takes requests.
 */
export const eraseAgain = async (deps: Deps): Promise<number> => {
  const missing = await listMissing(deps.db, await readErasures(deps));
  for (const { organisationId, workerId } of missing) {
    if (organisationId !== null) await eraseInAgain(deps, { organisationId, workerId });
    // The organisations that knew the person when the profile went may be younger than the backup.
    await inChange(deps, (change) => eraseUnknown(change, workerId));
  }
  if (missing.length > 0) await removeErasedFiles(deps);
  return missing.length;
};
