import { sql } from 'kysely';
import { postAppointment, putAppointmentStatus } from '../../../contract/routes/appointments';
import { putFeedback, putShortlist } from '../../../contract/routes/applications';
import { gatewayPutWorker } from '../../../contract/routes/gateway';
import { putJob } from '../../../contract/routes/jobs';
import { candidateWorld, type Applicant, type CandidateWorld } from './candidateWorld';

const ROUNDS = 40;

describe('simultaneous changes around one applicant', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld();
  });
  afterAll(() => world.server.close());

  /** Starts every operation that locks the job, the worker, the application, the appointment or the conversation. */
  const runInParallel = (applicant: Applicant, externalId: string, round: number) => {
    const { server } = world;
    const { applicationId: id, jobId } = applicant;
    const came = {
      isApplicantCameToAppointment: true,
      isAppointmentPositive: null,
      isOfferSentToApplicant: null,
      isApplicantAcceptTheOffer: null,
    };
    return Promise.all([
      server.call(postAppointment, { as: 'branch', body: world.invitation(applicant) }),
      server.call(postAppointment, { as: 'hr', body: world.invitation(applicant, { startAt: world.inHours(72) }) }),
      server.call(gatewayPutWorker, {
        as: 'gateway',
        params: { externalId },
        body: { firstName: 'Ada', lastName: `Ün ${round}`, experiences: [] },
      }),
      server.call(putJob, {
        as: 'branch',
        params: { id: jobId },
        body: { birthDateMin: 18 + (round % 30), birthDateMax: 60 },
      }),
      server.call(putShortlist, { as: 'branch', params: { id }, body: { isShortlisted: true } }),
      server.call(putFeedback, { as: 'branch', params: { jobId, id }, body: came }),
    ]);
  };

  it('cause no deadlock and leave at most one open invitation', async () => {
    const applicant = await world.nextApplicant();
    const { rows } = await sql<{ externalId: string }>`
      select external_id as "externalId" from workers where id = ${applicant.workerId}`.execute(world.server.db);
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await runInParallel(applicant, rows[0]!.externalId, round);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.slice(0, 2).sort()).toEqual([200, 409]);
      expect(statuses.slice(2, 5)).toEqual([200, 200, 200]);
      expect(statuses[5]).toBe(409);
      const made = answers.slice(0, 2).find(({ status }) => status === 200)!;
      const params = { id: made.body.payload.appointment.id };
      const back = await world.server.call(putAppointmentStatus, { as: 'branch', params, body: { status: 'none' } });
      expect(back.status).toBe(200);
    }
  });
});
