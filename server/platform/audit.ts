import type { AuthUser } from './auth/tokens';
import type { Clock } from './clock';
import type { Trx } from './database/schema';

/** The author of a change: a signed-in user, a worker through the gateway, the clock, or an operator's command. */
export type Actor =
  | { kind: 'user'; user: Pick<AuthUser, 'id' | 'organisationId' | 'name'>; requestId: string | null }
  /** A visitor who has not proved to be the user they named. */
  | { kind: 'visitor'; organisationId: number | null; requestId: string }
  | { kind: 'worker'; workerId: number; organisationId: number | null }
  | { kind: 'clock'; organisationId: number }
  | { kind: 'operator'; organisationId: number | null };

export type UserActor = Extract<Actor, { kind: 'user' }>;

/** Returns the author of a change that a signed-in user requested. */
export const userActor = ({ user, requestId }: Omit<UserActor, 'kind'>): UserActor => ({
  kind: 'user',
  user,
  requestId,
});

/** Returns the id of the account that acted, or undefined when no account did. */
export const userOf = (actor: Actor): number | undefined => (actor.kind === 'user' ? actor.user.id : undefined);

/** One entry of the audit log. Details are plain values for display, never a secret. */
interface AuditEntry {
  action: string;
  subjectType: string;
  subjectId: number | null;
  details?: Record<string, unknown>;
}

const rowOf = (clock: Clock, actor: Actor, entry: AuditEntry) => {
  const user = actor.kind === 'user' ? actor.user : null;
  const workerId = actor.kind === 'worker' ? { workerId: actor.workerId } : {};
  return {
    at: clock.now(),
    actor: actor.kind === 'visitor' ? ('user' as const) : actor.kind,
    actorUserId: user?.id ?? null,
    actorName: user?.name ?? null,
    organisationId: actor.kind === 'user' ? actor.user.organisationId : actor.organisationId,
    action: entry.action,
    subjectType: entry.subjectType,
    subjectId: entry.subjectId,
    details: JSON.stringify({ ...workerId, ...entry.details }),
    requestId: 'requestId' in actor ? actor.requestId : null,
  };
};

/** Appends entries to the audit log with one statement, in the transaction of the change. */
export const auditAll = async (trx: Trx, clock: Clock, entries: readonly (AuditEntry & { actor: Actor })[]) => {
  if (entries.length === 0) return;
  const rows = entries.map(({ actor, ...entry }) => rowOf(clock, actor, entry));
  await trx.insertInto('auditLog').values(rows).execute();
};

/**
 * Appends to the audit log in the transaction of the change, so that both are committed or neither. `subject` is its type
 * and id; details are plain values for display, never a secret.
 */
export const audit = (
  { trx, clock }: { trx: Trx; clock: Clock },
  actor: Actor,
  action: string,
  [subjectType, subjectId]: readonly [type: string, id: number | null],
  details: Record<string, unknown> = {},
) => auditAll(trx, clock, [{ actor, action, subjectType, subjectId, details }]);
