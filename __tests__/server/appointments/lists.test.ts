import * as contract from '../../../contract/routes/appointments';
import type { Appointment } from '../../../contract/schemas/appointments';
import { candidateWorld, type Applicant, type CandidateWorld } from './candidateWorld';

const DTSTART = /DTSTART:(\d{8}T\d{6}Z)\r\n/;

describe('appointment lists and calendar files', () => {
  let world: CandidateWorld;
  let applicant: Applicant;
  let ids: number[];
  beforeAll(async () => {
    world = await candidateWorld();
    applicant = await world.nextApplicant();
    const first = await world.invite(applicant, world.inHours(50));
    await world.answer(first, applicant, 'rejected');
    ids = [await world.invite(applicant, world.inHours(40)), first];
  });
  afterAll(() => world.server.close());

  const idsOf = ({ body }: { body: { payload: Appointment[] } }) => body.payload.map(({ id }) => id);
  const ofOne = (body: object, as: 'branch' | 'other' = 'branch', id = applicant.applicationId) =>
    world.server.call(contract.findOneApplicationAppointments, { as, params: { id }, body });
  const ofSome = (applicationIds: unknown, as: 'branch' | 'root' = 'branch') =>
    world.server.call(contract.findApplicationAppointments, { as, body: { applicationIds } });
  const ofJob = (query: Record<string, unknown>, as: 'branch' | 'company' = 'branch', jobId = applicant.jobId) =>
    world.server.call(contract.getJobAppointments, { as, params: { jobId }, query });
  const calendar = (id: unknown, as: 'branch' | 'other' | 'hr' = 'branch', headers = {}) =>
    world.server.call(contract.getAppointmentCalendar, { as, params: { id }, headers });

  it('lists one application’s appointments soonest first, by status and from a moment', async () => {
    const all = await ofOne({});
    expect(idsOf(all)).toEqual(ids);
    expect(all.body.payload.map(({ isCurrent }: Appointment) => isCurrent)).toEqual([true, false]);
    expect(idsOf(await ofOne({ statusGroup: 'waiting,active' }))).toEqual([ids[0]]);
    expect(idsOf(await ofOne({ startedFrom: world.inHours(50) }))).toEqual([ids[1]]);
    const [shown] = (await ofOne({ withFeedback: true, withStatusLog: true })).body.payload;
    expect(shown).toMatchObject({ feedback: null, statusLog: [{ status: 'WAITING', by: 'employer' }] });
    expect((await ofOne({})).body.payload[0]).not.toHaveProperty('statusLog');
  });

  it('lists appointments of several applications, all of which must be the caller’s', async () => {
    const sibling = await world.nextApplicant('branch2');
    expect(idsOf(await ofSome([applicant.applicationId, applicant.applicationId]))).toEqual(ids);
    expect(idsOf(await ofSome([]))).toEqual([]);
    expect((await ofSome([applicant.applicationId, sibling.applicationId])).status).toBe(404);
    expect((await ofSome([applicant.applicationId, sibling.applicationId], 'root')).status).toBe(200);
    expect((await ofSome(['1'])).status).toBe(400);
    expect((await ofSome(Array.from({ length: 501 }, (_, at) => at + 1))).status).toBe(400);
    expect((await world.server.call(contract.findApplicationAppointments, { body: {} })).status).toBe(401);
  });

  it('lists the appointments of a job', async () => {
    const all = await ofJob({ withFeedback: 'true' });
    const starts = (all.body.payload as Appointment[]).map(({ appointmentAt }) => appointmentAt);
    expect(starts).toEqual([...starts].sort());
    expect(idsOf(all)).toEqual(expect.arrayContaining(ids));
    expect(idsOf(await ofJob({ startFrom: world.inHours(41) }))).not.toContain(ids[0]);
    expect((await ofJob({ startFrom: '2030-02-31 10:00:00' })).body.errors.children).toHaveProperty('startFrom');
    expect((await ofJob({}, 'company')).status).toBe(404);
    expect((await ofJob({}, 'branch', 999_999_999)).status).toBe(404);
    const url = { params: { jobId: applicant.jobId } };
    expect((await world.server.call(contract.getJobAppointments, url)).status).toBe(401);
  });

  it('rejects invalid and foreign applications and a missing token', async () => {
    expect((await ofOne({ startedFrom: 'soon' })).status).toBe(400);
    expect((await ofOne({}, 'other')).status).toBe(404);
    const url = { params: { id: 1 }, body: {} };
    expect((await world.server.call(contract.findOneApplicationAppointments, url)).status).toBe(401);
  });

  it('serves a calendar file with UTC times, folded and escaped, with a stable id', async () => {
    const { status, headers, file } = await calendar(ids[0], 'hr', { 'accept-language': 'tr' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="appointment-${ids[0]}.ics"; filename*=UTF-8''appointment-${ids[0]}.ics`,
    );
    const text = file!.toString();
    expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded).toMatch(/\r\nUID:appointment-\d+@/);
    expect(unfolded).toMatch(/\r\nSUMMARY:Görüşme: .+\r\n/);
    expect(unfolded).toContain('LOCATION:Bağdat Caddesi 1\r\n');
    expect(unfolded).toContain('STATUS:TENTATIVE\r\n');
    const [one] = (await ofOne({})).body.payload as Appointment[];
    expect(DTSTART.exec(unfolded)?.[1]).toBe(`${one!.appointmentAt.slice(0, 19).replace(/[-:]/g, '')}Z`);
    expect((await calendar(ids[1])).file!.toString()).toContain('STATUS:CANCELLED\r\n');
  });

  it('answers 404 to a missing or foreign calendar file', async () => {
    expect((await calendar(999_999_999)).status).toBe(404);
    expect((await calendar(ids[0], 'other')).status).toBe(404);
    expect((await calendar('x')).status).toBe(400);
    expect((await calendar('')).status).toBe(400);
    expect((await world.server.call(contract.getAppointmentCalendar, { params: { id: 1 } })).status).toBe(401);
  });
});
