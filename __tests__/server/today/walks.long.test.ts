import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { deleteFeedback, putFeedback, putShortlist } from '../../../contract/routes/applications';
import { postAppointment, putAppointmentStatus } from '../../../contract/routes/appointments';
import { blockByThread, sendMessage, unblockByThread } from '../../../contract/routes/chat';
import { deleteDecline, postBulk, putDecline } from '../../../contract/routes/decisions';
import { putFirstDay, putFirstDayOutcome } from '../../../contract/routes/firstDay';
import {
  gatewayAnswerAppointment,
  gatewayApply,
  gatewayAttendance,
  gatewayReject,
  gatewaySend,
} from '../../../contract/routes/gateway';
import { putJob } from '../../../contract/routes/jobs';
import { putSettle, putSnooze } from '../../../contract/routes/today';
import { expireDue } from '../../../server/modules/appointments';
import { checkNeeds, keepNeeds } from '../../../server/modules/today';
import { wallTime } from '../../../contract/zone';
import { createRandom } from '../../../server/seeds/insert';
import { newSeed } from '../../support/newSeed';
import { testServer, type TestServer } from '../../support/testServer';

/** Random walks of several calls each; the batches make ten thousand calls together, in some minutes of the long lane. */
const WALKS = Number(process.env.NEED_WALKS ?? 280);
/** Each batch runs in a fresh world, because walks close jobs and end applications for good. */
const BATCHES = Array.from({ length: Number(process.env.NEED_BATCHES ?? 6) }, (_, at) => at + 1);
const STEPS = 6;
const CHECK_EVERY = 100;

jest.setTimeout(Math.max(1_800_000, WALKS * 1_000));

interface Walker {
  id: number;
  jobId: number;
  workerId: number;
  userId: number;
  appointmentId: number | null;
  threadId: number | null;
  lastNumber: number;
}

describe('random walks of calls', () => {
  let server: TestServer;
  const kinds = new Set<string>();
  const stages = new Set<string>();
  beforeEach(async () => {
    server = await testServer();
  });
  afterEach(() => server.close());
  afterAll(() => {
    expect(kinds.size).toBeGreaterThan(4);
    expect(stages.size).toBeGreaterThan(6);
  });

  const find = async (id: number): Promise<Walker> => {
    const { rows } = await sql<Walker>`
      select a.id, a.job_id as "jobId", a.worker_id as "workerId", a.user_id as "userId",
        a.appointment_id as "appointmentId", t.id as "threadId", coalesce(t.last_number, 0)::int as "lastNumber"
      from applications a left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
      where a.id = ${id}`.execute(server.db);
    return rows[0]!;
  };

  const stepOf = (
    walker: Walker,
    pick: (below: number) => number,
    { step, jobs }: { step: number; jobs: readonly number[] },
  ): Promise<unknown> => {
    const { id, jobId, workerId, userId, appointmentId, threadId, lastNumber } = walker;
    const as = pick(2) === 0 ? 'branch' : 'hr';
    const params = { id };
    const wall = (hours: number) =>
      wallTime(Math.ceil(server.clock.now().getTime() / HOUR) * HOUR + hours * HOUR, 'Europe/Istanbul');
    const yesNo = () => [true, true, false][pick(3)]!;
    const answers = (given: number) => {
      const chain = [yesNo(), yesNo(), yesNo(), yesNo()].map((one, at) => (at < given ? one : null));
      return {
        isApplicantCameToAppointment: chain[0],
        isAppointmentPositive: chain[1],
        isOfferSentToApplicant: chain[2],
        isApplicantAcceptTheOffer: chain[3],
      };
    };
    const worker = (text: string) =>
      server.call(gatewaySend, {
        as: 'gateway',
        params: { id: threadId },
        body: { workerId, body: text, client_message_id: text },
      });
    const steps: (() => Promise<unknown>)[] = [
      () => server.call(putShortlist, { as, params, body: { isShortlisted: pick(4) > 0 } }),
      () =>
        server.call(postAppointment, {
          as,
          body: {
            startAt: wall(1 + pick(40)),
            latitude: 41,
            longitude: 29,
            address: 'Moda',
            applicationId: id,
            workerId,
            companyId: userId,
            ...(appointmentId && pick(2) && { rebookOf: appointmentId }),
          },
        }),
      () =>
        server.call(gatewayAnswerAppointment, {
          as: 'gateway',
          params: { id: appointmentId ?? 1 },
          body: { workerId, status: ['active', 'active', 'rejected', 'applicant_cancelled'][pick(4)] },
        }),
      () =>
        server.call(gatewayAttendance, {
          as: 'gateway',
          params: { id: appointmentId ?? 1 },
          body: {
            workerId,
            ...[{ answer: 'coming' }, { answer: 'late', minutes: 10 }, { answer: 'cannot' }, { answer: 'other_time' }][
              pick(4)
            ],
          },
        }),
      () =>
        server.call(putAppointmentStatus, {
          as,
          params: { id: appointmentId ?? 1 },
          body: { status: ['cancelled', 'none'][pick(2)] },
        }),
      () => server.call(putFeedback, { as, params: { id, jobId }, body: answers(1 + pick(4)) }),
      () => server.call(deleteFeedback, { as: 'hr', params: { id: appointmentId ?? 1 }, body: {} }),
      () => server.call(putFirstDay, { as, params, body: { startsAt: wall(1 + pick(30)) } }),
      () => server.call(putFirstDayOutcome, { as, params, body: { started: [true, false, null][pick(3)] } }),
      () => (threadId ? worker(`${id}-${step}-${pick(1e9)}`) : Promise.resolve()),
      () =>
        server.call(sendMessage, {
          as,
          body: {
            user_id: userId,
            recipient_id: workerId,
            body: 'Merhaba',
            message_status: 2,
            type: 'text',
            client_message_id: `${id}-${step}-${pick(1e9)}`,
          },
        }),
      () => server.call(putSettle, { as, params, body: { kind: 'answer', number: Math.max(1, lastNumber - pick(2)) } }),
      () =>
        server.call(putSnooze, {
          as,
          params,
          body: { until: new Date(server.clock.now().getTime() + (1 + pick(160)) * HOUR).toISOString() },
        }),
      () => server.call(putDecline, { as, params, body: { cancelAppointment: pick(2) === 0 } }),
      () => server.call(deleteDecline, { as, params }),
      () =>
        pick(4) === 0 ? server.call(gatewayReject, { as: 'gateway', params, body: { workerId } }) : Promise.resolve(),
      () => {
        const body = pick(4) === 0 ? { status: 'closed', closeReason: 'other' } : { status: 'active' };
        return server.call(putJob, { as, params: { id: jobId }, body });
      },
      () => {
        const route = pick(3) === 0 ? blockByThread : unblockByThread;
        return threadId ? server.call(route, { as, params: { threadId } }) : Promise.resolve();
      },
      () => server.call(gatewayApply, { as: 'gateway', params: { id: jobs[pick(jobs.length)]! }, body: { workerId } }),
      () =>
        pick(4) === 0
          ? server.call(postBulk, { as, body: { action: 'decline', ids: [id], expected: 1 } })
          : Promise.resolve(),
    ];
    return steps[pick(steps.length)]!();
  };

  it.each(BATCHES)(
    `leave the same needs and stages as a computation from scratch (${WALKS} walks, batch %d)`,
    async (batch) => {
      const seed = newSeed('NEED_SEED');
      const { int } = createRandom(seed + batch);
      const pick = (below: number): number => int(0, below - 1);
      const { rows } = await sql<{ id: number; jobId: number }>`
      select a.id, a.job_id as "jobId" from applications a join jobs j on j.id = a.job_id join users u on u.id = a.user_id
      left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
      where u.email = 'branch@demo.test' and j.status in ('active', 'closed')
      order by a.status = 'rejected', t.id is null, a.id limit 80`.execute(server.db);
      const jobs = [...new Set(rows.map(({ jobId }) => jobId))];
      const wrong: unknown[] = [];
      const note = async (id: number): Promise<void> => {
        const found = await sql<{ need: string | null; stage: string }>`
        select need, stage from application_needs join application_stages using (application_id)
        where application_id = ${id}`.execute(server.db);
        if (found.rows[0]!.need) kinds.add(found.rows[0]!.need);
        stages.add(found.rows[0]!.stage);
      };
      const kept = async () =>
        (await sql`select application_id, stage, stage_at from application_stages order by 1`.execute(server.db)).rows;
      const log = { error: (found: object) => void wrong.push(found) };
      const check = async () => {
        await expireDue(server.deps);
        await keepNeeds(server.deps);
        const { checked, differences } = await checkNeeds(server.deps, { share: 1, part: 0, log });
        expect({ seed, differences, wrong }).toEqual({ seed, differences: 0, wrong: [] });
        const { rows: all } = await sql<{ n: number }>`select count(*)::int as n from applications`.execute(server.db);
        expect(all[0]!.n).toBeGreaterThan(2_000);
        expect(checked).toBe(all[0]!.n);
      };
      await check();
      for (let walk = 1; walk <= WALKS; walk += 1) {
        const { id } = rows[pick(rows.length)]!;
        for (let step = 0; step < STEPS; step += 1) {
          await stepOf(await find(id), pick, { step, jobs });
          await note(id);
          server.clock.set(new Date(server.clock.now().getTime() + pick(40) * 60_000));
        }
        if (walk % CHECK_EVERY === 0) await check();
      }
      const counters = await sql`
      select n.job_id, n.need, count(*) from application_needs n where n.need is not null group by 1, 2
      except select job_id, need, total from need_counts`.execute(server.db);
      expect(counters.rows).toEqual([]);
      // The migration computes the same stages.
      await check();
      const before = await kept();
      await sql`delete from application_stages`.execute(server.db);
      await sql`select backfill_application_stages()`.execute(server.db);
      expect(await kept()).toEqual(before);
    },
  );
});
