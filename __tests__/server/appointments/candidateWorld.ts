import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { postAppointment } from '../../../contract/routes/appointments';
import { gatewayAnswerAppointment } from '../../../contract/routes/gateway';
import { keepNeeds } from '../../../server/modules/today';
import { testServer, type CallOptions, type TestServer } from '../../support/testServer';
import { wallTime } from '../../../contract/zone';

/** A shortlisted applicant without feedback, with the ids that the routes need. */
export interface Applicant {
  applicationId: number;
  workerId: number;
  companyId: number;
  jobId: number;
}

export interface CandidateWorld {
  server: TestServer;
  /** Shortlists and returns the owner's next applicant without an open appointment. */
  nextApplicant(owner?: string): Promise<Applicant>;
  /**
   * Creates a shortlisted application of the same worker to another job, of the sibling branch or another organisation.
   */
  alsoAt(applicant: Applicant, owner: string): Promise<Applicant>;
  /** Returns a valid invitation body with the given changes. */
  invitation(applicant: Applicant, change?: Record<string, unknown>): Record<string, unknown>;
  /** Sends an invitation for a wall time and returns the appointment's id. */
  invite(applicant: Applicant, startAt?: string): Promise<number>;
  answer(appointmentId: number, applicant: Applicant, status: string): Promise<void>;
  /** Returns the full hour that many hours from now, as wall time of the marketplace. */
  inHours(hours: number): string;
}

export const TIME_ZONE = 'Europe/Istanbul';

/** Starts the real server on the demo world and offers applicants to invite. */
export const candidateWorld = async (
  env: Record<string, string> = {},
  logger?: FastifyBaseLogger,
): Promise<CandidateWorld> => {
  const server = await testServer({ env, logger });
  const used: number[] = [0];
  const zone = env.TIME_ZONE ?? TIME_ZONE;

  const inHours = (hours: number) =>
    wallTime(new Date(Math.ceil(server.clock.now().getTime() / HOUR) * HOUR + hours * HOUR), zone);

  const invitation = ({ applicationId, workerId, companyId }: Applicant, change: Record<string, unknown> = {}) => ({
    startAt: inHours(48),
    latitude: 41.01,
    longitude: 28.97,
    address: 'Bağdat Caddesi 1',
    applicationId,
    workerId,
    companyId,
    ...change,
  });

  const world: CandidateWorld = {
    server,
    inHours,
    invitation,
    nextApplicant: async (owner = 'branch') => {
      const { rows } = await sql<Applicant>`
        select a.id as "applicationId", a.worker_id as "workerId", a.user_id as "companyId", a.job_id as "jobId"
        from applications a join jobs j on j.id = a.job_id join users u on u.id = a.user_id
        where u.email = ${`${owner}@demo.test`} and j.status = 'active' and a.status = 'in_progress'
          and a.appointment_id is null and a.worker_id <> all(${used}::bigint[])
          and not exists (select 1 from appointments p where p.worker_id = a.worker_id and p.status in ('WAITING', 'ACTIVE'))
        order by a.id limit 1`.execute(server.db);
      const applicant = rows[0];
      if (!applicant) throw new Error(`the demo world has no more applicants of ${owner}`);
      used.push(applicant.workerId);
      await sql`update applications set is_shortlisted = true where id = ${applicant.applicationId}`.execute(server.db);
      await keepNeeds(server.deps);
      return applicant;
    },
    alsoAt: async ({ workerId }, owner) => {
      const { rows } = await sql<Applicant>`
        insert into applications (organisation_id, user_id, job_id, worker_id, is_shortlisted, match_score, worker_name_folded, created_at)
        select j.organisation_id, j.user_id, j.id, w.id, true, 0.5, w.name_folded, now()
        from jobs j join users u on u.id = j.user_id join workers w on w.id = ${workerId}
        where u.email = ${`${owner}@demo.test`} and j.status = 'active'
          and not exists (select 1 from applications x where x.job_id = j.id and x.worker_id = ${workerId})
        order by j.id limit 1
        returning id as "applicationId", worker_id as "workerId", user_id as "companyId", job_id as "jobId"`.execute(
        server.db,
      );
      return rows[0]!;
    },
    invite: async (applicant, startAt = inHours(48)) => {
      const options: CallOptions = { as: 'branch', body: invitation(applicant, { startAt }) };
      const { status, body } = await server.call(postAppointment, options);
      if (status !== 200) throw new Error(`not invited: ${JSON.stringify(body)}`);
      return body.payload.appointment.id as number;
    },
    answer: async (id, { workerId }, status) => {
      const reply = await server.call(gatewayAnswerAppointment, {
        as: 'gateway',
        params: { id },
        body: { workerId, status },
      });
      if (reply.status !== 200) throw new Error(`not answered: ${JSON.stringify(reply.body)}`);
    },
  };
  return world;
};
