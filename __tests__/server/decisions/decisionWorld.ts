import { sql } from 'kysely';
import { MINUTE } from '../../../contract/constants/time';
import { searchApplications } from '../../../contract/routes/applications';
import { deleteDecline, putDecline } from '../../../contract/routes/decisions';
import { gatewayApply, gatewayEvents, gatewayReject } from '../../../contract/routes/gateway';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { notifyDue } from '../../../server/modules/decisions';
import type { CallOptions } from '../../support/testServer';
import { candidateWorld, type Applicant, type CandidateWorld } from '../appointments/candidateWorld';

export const log = { warn: () => undefined };

/** The real server with calls about decisions. */
export const decisionWorld = async () => {
  const world: CandidateWorld = await candidateWorld();
  const { server } = world;
  const eventsAfter = async (after: number) => {
    const reply = await server.call(gatewayEvents, { as: 'gateway', query: { after, limit: 500 } });
    return reply.body.payload as GatewayEvent[];
  };
  return {
    ...world,
    decline: (id: number, body: Record<string, unknown> = {}, as: CallOptions['as'] = 'branch') =>
      server.call(putDecline, { as, params: { id }, body }),
    reopen: (id: number, as: CallOptions['as'] = 'branch') => server.call(deleteDecline, { as, params: { id } }),
    withdraw: ({ applicationId, workerId }: Applicant) =>
      server.call(gatewayReject, { as: 'gateway', params: { id: applicationId }, body: { workerId } }),
    /** Returns the status that the worker's product sees. */
    toldStatus: async ({ jobId, workerId }: Applicant) => {
      const reply = await server.call(gatewayApply, { as: 'gateway', params: { id: jobId }, body: { workerId } });
      return reply.body.payload.application.status as string;
    },
    /** Moves the clock and sends the decision notices that are due. */
    passMinutes: (minutes: number) => {
      server.clock.set(new Date(server.clock.now().getTime() + minutes * MINUTE));
      return notifyDue(server.deps, { log });
    },
    lastSeq: async () => {
      const { rows } = await sql<{ seq: number }>`
        select coalesce(max(seq), 0)::int as seq from worker_events`.execute(server.db);
      await eventsAfter(rows[0]!.seq);
      const after = await sql<{ seq: number }>`
        select coalesce(max(seq), 0)::int as seq from worker_events`.execute(server.db);
      return after.rows[0]!.seq;
    },
    /** Returns the status events after `seq` as `application:status`. */
    statusEvents: async (seq: number) =>
      (await eventsAfter(seq))
        .filter(({ type }) => type === 'application_status')
        .map(({ data }) => `${String(data.applicationId)}:${String(data.status)}`),
    eventsAfter,
    audits: async (id: number) => {
      const { rows } = await sql<{ action: string; actor: string; details: Record<string, unknown> }>`
        select action, actor, details from audit_log
        where subject_type = 'application' and subject_id = ${id} order by id`.execute(server.db);
      return rows;
    },
    /** Returns the ids and the total of a list of rejected applications. */
    listed: async (query: Record<string, unknown>, as: CallOptions['as'] = 'branch') => {
      const reply = await server.call(searchApplications, { as, query: { ...query, limit: 500 } });
      const count = await server.call(searchApplications, { as, query: { ...query, limit: 0 } });
      const rows = reply.body.payload as ApplicationRow[];
      return { ids: rows.map(({ id }) => id), rows, total: count.body.total as number };
    },
  };
};

export type DecisionWorld = Awaited<ReturnType<typeof decisionWorld>>;

export const rowOf = ({ body }: { body: unknown }) =>
  (body as { payload: { application: ApplicationRow } }).payload.application;
