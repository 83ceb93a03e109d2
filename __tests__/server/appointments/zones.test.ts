import { postAppointment } from '../../../contract/routes/appointments';
import type { Appointment } from '../../../contract/schemas/appointments';
import { candidateWorld, type CandidateWorld } from './candidateWorld';

describe('appointments across clock changes in Madrid', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld({ TIME_ZONE: 'Europe/Madrid' });
    // Before both clock changes of 2027: on 28 March from 2 to 3, on 31 October from 3 back to 2.
    world.server.clock.set(new Date('2027-03-27T12:00:00Z'));
  });
  afterAll(() => world.server.close());

  const invite = async (startAt: string) => {
    const applicant = await world.nextApplicant();
    return world.server.call(postAppointment, { as: 'branch', body: world.invitation(applicant, { startAt }) });
  };

  it.each([
    ['2027-03-28 02:00:00', 'the first minute of the skipped hour'],
    ['2027-03-28 02:30:00', 'within the skipped hour'],
    ['2027-03-28 02:55:00', 'the last step of the skipped hour'],
  ])('rejects %s (%s) with 400 on startAt', async (startAt) => {
    const { status, body } = await invite(startAt);
    expect(status).toBe(400);
    expect(body.errors.children).toEqual({ startAt: { errors: ['field.invalid'] } });
  });

  it.each([
    ['2027-03-28 01:30:00', '2027-03-28T00:30:00.000Z', '2027-03-28 03:30:00'],
    ['2027-03-28 03:00:00', '2027-03-28T01:00:00.000Z', '2027-03-28 04:00:00'],
    ['2027-10-31 01:30:00', '2027-10-30T23:30:00.000Z', '2027-10-31 02:30:00'],
    // This wall time occurs twice; the first one counts. An hour later the wall clock shows it again.
    ['2027-10-31 02:30:00', '2027-10-31T00:30:00.000Z', '2027-10-31 02:30:00'],
    ['2027-10-31 03:00:00', '2027-10-31T02:00:00.000Z', '2027-10-31 04:00:00'],
  ])('reads %s as %s and ends an hour later at %s', async (startAt, instant, endAt) => {
    const { status, body } = await invite(startAt);
    expect(status).toBe(200);
    const { appointment } = body.payload as { appointment: Appointment };
    expect([appointment.startAt, appointment.appointmentAt, appointment.endAt]).toEqual([startAt, instant, endAt]);
  });
});
