import type { NeedKind } from '../../../contract/constants/need';
import type { NeedsPayload, NeedsQuery } from '../../../contract/schemas/today';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope, scopeOfBranch } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { checkScope } from '../applications';
import { countNeeds, type KindCount } from './countRepository';
import { getFilledJobs } from './filledService';

const payloadOf = (rows: readonly KindCount[]): Omit<NeedsPayload, 'filled'> => {
  const ofKind = (kind: NeedKind): KindCount =>
    rows.find((row) => row.kind === kind) ?? { kind, total: 0, coming: 0, open: 0 };
  const [decide, invite] = [ofKind('decide'), ofKind('invite')];
  const total = (kind: NeedKind) => ofKind(kind).total;
  const counts = {
    attendance: total('attendance'),
    answer: total('answer'),
    outcome: total('outcome'),
    first_day: total('first_day'),
    rebook: total('rebook'),
    decide: decide.coming + decide.open,
    invite: invite.coming + invite.open,
    offer: total('offer'),
  };
  const coming = rows.reduce((sum, row) => sum + row.coming, 0);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    now: all - coming,
    counts,
    coming,
    lapsed: { decide: decide.total - counts.decide, invite: invite.total - counts.invite },
  };
};

/**
 * Counts what the applications of the caller, of a branch or of a job wait for, and lists the jobs that have as many hires
 * as wanted. Throws 404 outside the caller's scope.
 */
export const getNeeds = async (deps: Deps, user: AuthUser, query: NeedsQuery): Promise<NeedsPayload> => {
  const caller = ownerScope(user);
  const scope = scopeOfBranch(caller, query.branchId);
  await checkScope(deps, caller, scope, query);
  const [rows, filled] = await Promise.all([
    countNeeds(deps.db, scope, { jobId: query.jobId, now: deps.clock.now() }),
    getFilledJobs(deps.db, scope, query.jobId),
  ]);
  return { ...payloadOf(rows), filled };
};
