import { sql, type RawBuilder } from 'kysely';
import type { Trx } from './database/schema';

/** The steps of an application whose first time is kept, with their columns in `application_facts`. */
const COLUMNS = {
  opened: 'opened_at',
  answered: 'answered_at',
  shortlisted: 'shortlisted_at',
  invited: 'invited_at',
  agreed: 'agreed_at',
  came: 'came_at',
  missed: 'missed_at',
  offer: 'offer_at',
  hired: 'hired_at',
  told: 'told_at',
  started: 'started_at',
} as const;
export type Fact = keyof typeof COLUMNS;

const setOnce = async (trx: Trx, fact: Fact, which: RawBuilder<unknown>, at: Date) => {
  const column = sql.ref(COLUMNS[fact]);
  // Rows are locked in the order of their ids, so that two changes of the same applications cannot deadlock.
  await sql`
    update application_facts f set ${column} = ${at}
    from (
      select application_id from application_facts where ${which} and ${column} is null
      order by application_id for no key update
    ) due
    where f.application_id = due.application_id`.execute(trx);
};

/**
 * Records when a step of applications happened, in the transaction of the change. The first time stays. A change that
 * also appends messages calls this afterwards: rows of facts are locked after threads.
 */
export const recordFacts = async (trx: Trx, fact: Fact, applicationIds: readonly number[], at: Date): Promise<void> => {
  if (applicationIds.length > 0) await setOnce(trx, fact, sql`application_id = any(${applicationIds})`, at);
};

/** Records the employer's first message to a worker for all applications of the worker to this owner. */
export const recordAnswered = (
  trx: Trx,
  { organisationId, userId, workerId }: { organisationId: number; userId: number; workerId: number },
  at: Date,
): Promise<void> => {
  const own = sql`
    application_id in (
      select a.id from applications a
      where a.worker_id = ${workerId} and a.organisation_id = ${organisationId} and a.user_id = ${userId}
    )`;
  return setOnce(trx, 'answered', own, at);
};

/** Forgets steps that were recorded by mistake, such as a feedback answer that is removed. */
export const clearFacts = async (
  trx: Trx,
  facts: readonly Fact[],
  applicationIds: readonly number[],
): Promise<void> => {
  if (facts.length === 0) return;
  const cleared = sql.join(facts.map((fact) => sql`${sql.ref(COLUMNS[fact])} = null`));
  await sql`update application_facts set ${cleared} where application_id = any(${applicationIds})`.execute(trx);
};
