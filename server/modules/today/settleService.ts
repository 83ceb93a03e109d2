import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { dueFrom, SNOOZE_DAYS_MAX } from '../../../contract/constants/need';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { invalid, notFound } from '../../platform/errors';
import { findApplication, presentApplication } from '../applications';
import { readFacts } from './factsRepository';
import { lockNeeds, lockConversation, settle } from './needRepository';
import { refreshLocked, storeNeeds } from './refreshService';

const DAY_MS = 86_400_000;

interface Call {
  deps: Deps;
  user: AuthUser;
  requestId: string;
  id: number;
}

const present = async (change: Change, { deps, user, id }: Call): Promise<ApplicationRow> => {
  await change.refresh();
  const row = await findApplication(change.trx, ownerScope(user), id);
  if (!row) throw notFound();
  return presentApplication(row, deps);
};

const record = (
  { trx, clock }: Change,
  { user, requestId, id }: Call,
  action: string,
  details: Record<string, unknown>,
): Promise<void> =>
  audit(trx, clock, { kind: 'user', user, requestId }, { action, subjectType: 'application', subjectId: id, details });

/**
 * Notes that the worker's messages up to `number` need no answer; newer ones still do. A repeat changes nothing. Throws
 * 400 for a number that no message has yet, and 404 outside the caller's scope.
 */
export const putSettle = (call: Call, number: number): Promise<ApplicationRow> =>
  inChange(call.deps, async (change) => {
    const conversation = await lockConversation(change.trx, ownerScope(call.user), call.id);
    if (!conversation) throw notFound();
    const { threadId, lastNumber } = conversation;
    if (number > lastNumber) throw invalid({ number: ERROR_KEYS.fieldTooLarge });
    if (threadId !== null && (await settle(change.trx, threadId, number)))
      await record(change, call, 'application.settled', { number });
    return present(change, call);
  });

/** Returns the end of a snooze. Throws 400 for a time that is past or too far away. */
const checkedEnd = (until: string | null, now: Date): Date | null => {
  if (until === null) return null;
  const end = new Date(until);
  if (!(end > now)) throw invalid({ until: ERROR_KEYS.fieldTooSmall });
  if (end.getTime() > now.getTime() + SNOOZE_DAYS_MAX * DAY_MS) throw invalid({ until: ERROR_KEYS.fieldTooLarge });
  return end;
};

/**
 * Puts off what an application waits for; null ends that. It changes nothing without a need. Throws 400 on `until`, and
 * 404 outside the caller's scope.
 */
export const putSnooze = (call: Call, until: string | null): Promise<ApplicationRow> =>
  inChange(call.deps, async (change) => {
    const { trx, now } = change;
    const snoozedUntil = checkedEnd(until, now);
    if (!(await findApplication(trx, ownerScope(call.user), call.id))) throw notFound();
    await refreshLocked(change, call.deps.settings, await lockNeeds(trx, [call.id]));
    const stored = (await lockNeeds(trx, [call.id])).find(({ id }) => id === call.id);
    if (stored?.kind && stored.at && stored.snoozedUntil?.getTime() !== snoozedUntil?.getTime()) {
      const need = { kind: stored.kind, at: stored.at.getTime(), snoozedUntil: snoozedUntil?.getTime() ?? null };
      await record(change, call, 'application.snoozed', { until, kind: need.kind });
      const snoozedNumber = (await readFacts(trx, [call.id])).get(call.id)?.askedNumber ?? null;
      await storeNeeds(
        change,
        [stored],
        [{ ...stored, snoozedUntil, snoozedNumber, dueFrom: new Date(dueFrom(need)) }],
      );
    }
    return present(change, call);
  });
