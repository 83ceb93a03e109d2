import { DAY } from '../../contract/constants/time';
import { NO_ANSWERS, type FeedbackAnswers } from '../../contract/rules/feedback';
import { stageOf, type StageFacts } from '../../contract/rules/stage';
import { APPOINTMENT_STATUSES, STAGES, stagesIn, type AppointmentStatus } from '../../contract/constants/statuses';

const ARRIVED = 1_000;
const LISTED = 2_000;
const INVITED = 3_000;
const RECORDED = 5_000;
/** The interview begins before the invitation's 24 hours are over. */
const START = INVITED + DAY / 2;
const FIRST_DAY = START + 3 * DAY;
const TOLD = 9_000;

const facts = (more: Partial<StageFacts> = {}): StageFacts => ({
  status: 'in_progress',
  isDeclined: false,
  toldAt: null,
  arrivedAt: ARRIVED,
  isShortlisted: false,
  shortlistedAt: null,
  appointment: null,
  answers: NO_ANSWERS,
  firstDay: null,
  ...more,
});
const listed = (more: Partial<StageFacts> = {}) => facts({ isShortlisted: true, shortlistedAt: LISTED, ...more });
const met = (status: AppointmentStatus, answers: Partial<FeedbackAnswers> = {}, startAt = START) =>
  listed({
    appointment: { status, statusAt: RECORDED, createdAt: INVITED, startAt },
    answers: { ...NO_ANSWERS, ...answers },
  });
const came = { isApplicantCameToAppointment: true };
const offered = { ...came, isAppointmentPositive: true, isOfferSentToApplicant: true };
const hired = {
  ...met('OFFER_ACCEPTED', { ...offered, isApplicantAcceptTheOffer: true }),
  status: 'accepted',
} as const;
const first = (started: boolean | null) => ({ ...hired, firstDay: { startsAt: FIRST_DAY, started } });

it.each<[string, StageFacts, string, number | null]>([
  ['arrived', facts(), 'new', ARRIVED],
  ['on the shortlist', listed(), 'shortlisted', LISTED],
  ['on the shortlist since an unknown time', listed({ shortlistedAt: null }), 'shortlisted', null],
  ['invited, with a day to answer', met('WAITING', {}, INVITED + 2 * DAY), 'invited', INVITED + DAY],
  ['invited for sooner than that', met('WAITING'), 'invited', START],
  ['invited, then taken off the shortlist', { ...met('WAITING'), isShortlisted: false }, 'invited', START],
  ['accepted', met('ACTIVE'), 'accepted', START],
  ['over without a record', met('COMPLETED'), 'accepted', START],
  ['the worker refused', met('REJECTED'), 'shortlisted', LISTED],
  ['the worker cancelled', met('APPLICANT_CANCELLED'), 'shortlisted', LISTED],
  ['the employer cancelled', met('CANCELLED'), 'shortlisted', LISTED],
  ['the employer cancelled early', met('CANCELLED_OUTSIDE_24H'), 'shortlisted', LISTED],
  ['expired', met('EXPIRED'), 'shortlisted', LISTED],
  ['expired, not on the shortlist', { ...met('EXPIRED'), isShortlisted: false }, 'new', ARRIVED],
  ['came before the end', met('ACTIVE', came), 'came', START],
  ['came', met('COMPLETED', came), 'came', START],
  ['missed', met('APPOINTMENT_NEGATIVE', { isApplicantCameToAppointment: false }), 'missed', START],
  ['missed, recorded before the end', met('ACTIVE', { isApplicantCameToAppointment: false }), 'missed', START],
  ['a positive interview', met('APPOINTMENT_POSITIVE', { ...came, isAppointmentPositive: true }), 'came', START],
  ['a positive status alone', met('APPOINTMENT_POSITIVE'), 'came', START],
  ['a negative interview', met('APPOINTMENT_NEGATIVE', { ...came, isAppointmentPositive: false }), 'came', START],
  ['a negative status alone', met('APPOINTMENT_NEGATIVE'), 'came', START],
  ['no offer', met('APPOINTMENT_POSITIVE', { ...offered, isOfferSentToApplicant: false }), 'came', START],
  ['an offer', met('OFFER_SENT', offered), 'offered', RECORDED],
  ['an offer by its status alone', met('OFFER_SENT'), 'offered', RECORDED],
  ['a refused offer', met('OFFER_REJECTED', { ...offered, isApplicantAcceptTheOffer: false }), 'came', START],
  ['a refused offer by its status alone', met('OFFER_REJECTED'), 'came', START],
  ['hired', hired, 'hired', null],
  ['hired by the status of the appointment alone', met('OFFER_ACCEPTED'), 'hired', null],
  ['hired without an appointment', facts({ status: 'accepted' }), 'hired', null],
  ['hired, with a first day', first(null), 'hired', FIRST_DAY],
  ['started', first(true), 'started', FIRST_DAY],
  ['did not start', first(false), 'missed', FIRST_DAY],
  ['declined, not told yet', listed({ status: 'rejected', isDeclined: true }), 'declined', null],
  ['declined and told', facts({ status: 'rejected', isDeclined: true, toldAt: TOLD }), 'declined', TOLD],
  ['declined after an interview', { ...met('CANCELLED'), status: 'rejected', isDeclined: true }, 'declined', null],
  ['withdrew', facts({ status: 'rejected' }), 'withdrew', null],
  ['withdrew before the interview', { ...met('CANCELLED'), status: 'rejected' }, 'withdrew', null],
])('%s', (_name, given, key, at) => {
  expect(stageOf(given)).toEqual({ key, at });
});

it('gives each appointment status one stage, shortlisted or not', () => {
  for (const status of APPOINTMENT_STATUSES)
    for (const isShortlisted of [true, false]) expect(STAGES).toContain(stageOf({ ...met(status), isShortlisted }).key);
});

it('reads the stages of a list in their order, each once, without unknown ones', () => {
  expect(stagesIn('hired,new,hired,nobody')).toEqual(['new', 'hired']);
  expect(stagesIn('')).toEqual([]);
  expect(stagesIn(STAGES.join(','))).toEqual(STAGES);
});
