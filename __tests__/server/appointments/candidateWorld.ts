import { sql } from 'kysely';
import { postAppointment } from '../../../contract/routes/appointments';
import { gatewayAnswerAppointment } from '../../../contract/routes/gateway';
import { testServer, type CallOptions, type TestServer } from '../../support/testServer';
import { wallTime } from '../../../contract/zone';

/** A shortlisted applicant of whom nothing has been said yet, with what the routes ask for. */
export interface Applicant {
  applicationId: number;
  workerId: number;
  companyId: number;
  jobId: number;
}

export interface CandidateWorld {
  server: TestServer;
  /** The next applicant of that owner who has no open appointment anywhere, put on the shortlist. */
  nextApplicant(owner?: string): Promise<Applicant>;
  /** A right body of an invitation, and a change of it. */
  invitation(applicant: Applicant, change?: Record<string, unknown>): Record<string, unknown>;
  /** Invites at a wall time and answers the appointment's id. */
  invite(applicant: Applicant, startAt?: string): Promise<number>;
  /** The worker's answer through the gateway. */
  answer(appointmentId: number, applicant: Applicant, status: string): Promise<void>;
  /** Wall time in the marketplace's zone, so many hours from now, on the full hour. */
  inHours(hours: number): string;
}

export const TIME_ZONE = 'Europe/Istanbul';
const HOUR = 3_600_000;

/** The real server on the demo world, with applicants to invite. */
export const candidateWorld = async (env: Record<string, string> = {}): Promise<CandidateWorld> => {
  const server = await testServer({ env });
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
      return applicant;
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
