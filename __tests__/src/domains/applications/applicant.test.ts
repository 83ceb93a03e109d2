import type { AppointmentStatus } from '../../../../contract/constants/statuses';
import type { NeedKind } from '../../../../contract/rules/need';
import { nextStep, pageCount, displayedRating, starsOf, type NextStep } from '../../../../src/domains/applications';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { anAppointment } from '../../../support/builders';

describe('rating', () => {
  it.each([
    [null, null, 'eeeee'],
    [undefined, null, 'eeeee'],
    [0, null, 'eeeee'],
    [0.04, null, 'eeeee'],
    [0.5, 0.5, 'heeee'],
    [1, 1, 'feeee'],
    [2.49, 2.4, 'ffeee'],
    [2.5, 2.5, 'ffhee'],
    [4.56, 4.5, 'ffffh'],
    [4.6, 4.6, 'ffffh'],
    [4.99, 4.9, 'ffffh'],
    [5, 5, 'fffff'],
  ])('%p is shown as %p with the stars %s', (score, shown, stars) => {
    expect(displayedRating(score)).toBe(shown);
    expect(
      starsOf(score)
        .map((star) => star[0])
        .join(''),
    ).toBe(stars);
  });
});

describe('page count', () => {
  it.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [8000, 800],
  ])('%d rows fill %d pages', (rows, pages) => expect(pageCount(rows)).toBe(pages));
});

describe('the next step', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const past = '2026-11-20T11:00:00.000Z';
  const toCome = '2026-11-20T13:00:00.000Z';
  const { job, user } = anApplicationDetail();
  const idle = {
    status: 'in_progress' as const,
    unreadWorkerMessageCount: 0,
    appointment: null,
    isShortListed: true,
    job,
    user,
  };
  const undecided = { ...idle, isShortListed: false };
  const withAppointment = (name: AppointmentStatus, appointmentAt: string, came: boolean | null = null) => ({
    ...idle,
    appointment: anAppointment({ status: { name }, appointmentAt, isApplicantCameToAppointment: came }),
  });

  const accepted = (unreadWorkerMessageCount: number) => ({
    ...idle,
    unreadWorkerMessageCount,
    appointment: anAppointment({
      status: { name: 'ACTIVE' },
      appointmentAt: toCome,
      statusLog: [
        { status: 'WAITING', at: '2026-11-20T09:00:00.000Z', by: 'employer' },
        { status: 'ACTIVE', at: '2026-11-20T10:00:00.000Z', by: 'worker' },
      ],
    }),
  });

  const cancelled = (unreadWorkerMessageCount: number) => ({
    ...withAppointment('APPLICANT_CANCELLED', toCome),
    unreadWorkerMessageCount,
  });
  const missed = withAppointment('APPOINTMENT_NEGATIVE', past, false);
  const need = (kind: NeedKind) => ({ kind, at: past, snoozedUntil: null });

  it.each<[string, Parameters<typeof nextStep>[0], NextStep | null]>([
    ['without an appointment', idle, 'invite'],
    ['not shortlisted', undecided, 'decide'],
    ['not shortlisted, and the job is closed', { ...undecided, job: { ...job, status: 'closed' } }, 'invite'],
    ['erased', { ...undecided, user: { ...user, isErased: true } }, null],
    ['erased and invited', { ...withAppointment('ACTIVE', past), user: { ...user, isErased: true } }, null],
    ['not shortlisted, with a message', { ...undecided, unreadWorkerMessageCount: 1 }, 'answer'],
    ['not shortlisted, invited', { ...withAppointment('WAITING', toCome), isShortListed: false }, 'appointment'],
    ['not shortlisted, called off', { ...withAppointment('CANCELLED', toCome), isShortListed: false }, 'decide'],
    ['a new message comes first', { ...withAppointment('ACTIVE', past), unreadWorkerMessageCount: 1 }, 'answer'],
    ['an answer to the invitation does not count as a message', accepted(1), 'appointment'],
    ['a message after the answer to the invitation', accepted(2), 'answer'],
    ['a message after an answer that was read', { ...accepted(1), need: need('answer') }, 'answer'],
    ['accepted and cancelled, both unread', { ...cancelled(2), need: need('rebook') }, 'invite'],
    [
      'missed, and the acceptance is unread',
      { ...missed, unreadWorkerMessageCount: 1, need: need('rebook') },
      'invite',
    ],
    [
      'an offer, and the acceptance is unread',
      { ...withAppointment('OFFER_SENT', past, true), unreadWorkerMessageCount: 1, need: null },
      'record',
    ],
    ['a message shortly before the interview', { ...accepted(2), need: need('attendance') }, 'answer'],
    ['rejected', { ...idle, status: 'rejected' }, 'write'],
    ['accepted', { ...idle, status: 'accepted' }, 'write'],
    ['waiting, to come', withAppointment('WAITING', toCome), 'appointment'],
    ['waiting, past', withAppointment('WAITING', past), 'appointment'],
    ['active, to come', withAppointment('ACTIVE', toCome), 'appointment'],
    ['active, past', withAppointment('ACTIVE', past), 'record'],
    ['completed', withAppointment('COMPLETED', past, true), 'record'],
    ['did not come', withAppointment('COMPLETED', past, false), 'write'],
    ['positive', withAppointment('APPOINTMENT_POSITIVE', past, true), 'record'],
    ['offer sent', withAppointment('OFFER_SENT', past, true), 'record'],
    ['missed', withAppointment('APPOINTMENT_NEGATIVE', past, false), 'invite'],
    [
      'missed, then withdrawn',
      { ...withAppointment('APPOINTMENT_NEGATIVE', past, false), status: 'rejected' },
      'write',
    ],
    ['negative', withAppointment('APPOINTMENT_NEGATIVE', past, true), 'write'],
    ['offer accepted', withAppointment('OFFER_ACCEPTED', past, true), 'write'],
    ['offer rejected', withAppointment('OFFER_REJECTED', past, true), 'write'],
    ['declined', withAppointment('REJECTED', toCome), 'invite'],
    ['cancelled', withAppointment('CANCELLED', toCome), 'invite'],
    ['cancelled late', withAppointment('CANCELLED_OUTSIDE_24H', toCome), 'invite'],
    ['cancelled by the applicant', withAppointment('APPLICANT_CANCELLED', toCome), 'invite'],
    ['expired', withAppointment('EXPIRED', past), 'invite'],
  ])('%s', (_name, application, step) => expect(nextStep(application, now)).toBe(step));
});
