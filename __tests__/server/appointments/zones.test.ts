import { postAppointment } from '../../../contract/routes/appointments';
import type { Appointment } from '../../../contract/schemas/appointments';
import { candidateWorld, type CandidateWorld } from './candidateWorld';

// Copying the demo world takes seconds on a busy machine.
jest.setTimeout(60_000);

describe('appointments over the changes of the clock in Madrid', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld({ TIME_ZONE: 'Europe/Madrid' });
    // Before both changes of 2027: on 28 March at 2 the clock goes to 3, on 31 October at 3 back to 2.
    world.server.clock.set(new Date('2027-03-27T12:00:00Z'));
  });
  afterAll(() => world.server.close());

  const invite = async (startAt: string) => {
    const applicant = await world.nextApplicant();
    return world.server.call(postAppointment, { as: 'branch', body: world.invitation(applicant, { startAt }) });
  };

  it.each([
    ['2027-03-28 02:00:00', 'the first minute that is not'],
    ['2027-03-28 02:30:00', 'within the hour that is not'],
    ['2027-03-28 02:55:00', 'the last step that is not'],
  ])('%s (%s) is a 400 on startAt', async (startAt) => {
    const { status, body } = await invite(startAt);
    expect(status).toBe(400);
    expect(body.errors.children).toEqual({ startAt: { errors: ['field.invalid'] } });
  });

  it.each([
    ['2027-03-28 01:30:00', '2027-03-28T00:30:00.000Z', '2027-03-28 03:30:00'],
    ['2027-03-28 03:00:00', '2027-03-28T01:00:00.000Z', '2027-03-28 04:00:00'],
    ['2027-10-31 01:30:00', '2027-10-30T23:30:00.000Z', '2027-10-31 02:30:00'],
    // Twice there: the first of the two. An hour later it is the same time on the wall once more.
    ['2027-10-31 02:30:00', '2027-10-31T00:30:00.000Z', '2027-10-31 02:30:00'],
    ['2027-10-31 03:00:00', '2027-10-31T02:00:00.000Z', '2027-10-31 04:00:00'],
  ])('%s is %s, and lasts an hour until %s', async (startAt, instant, endAt) => {
    const { status, body } = await invite(startAt);
    expect(status).toBe(200);
    const { appointment } = body.payload as { appointment: Appointment };
    expect([appointment.startAt, appointment.appointmentAt, appointment.endAt]).toEqual([startAt, instant, endAt]);
  });
});
