import { ERROR_KEYS } from '../../contract/constants/errorKeys';
import { FEEDBACK_FIELDS, NO_ANSWERS, feedbackChain, type FeedbackAnswers } from '../../contract/rules/feedback';
import { lastAnswered, removalEndsAt } from '../../contract/rules/feedbackRemoval';
import { APPOINTMENT_STATUSES, type AppointmentStatus } from '../../contract/constants/statuses';

const VALUES = [null, true, false] as const;
const answersOf = (came: boolean | null, positive: boolean | null, sent: boolean | null, accepted: boolean | null) => ({
  isApplicantCameToAppointment: came,
  isAppointmentPositive: positive,
  isOfferSentToApplicant: sent,
  isApplicantAcceptTheOffer: accepted,
});
const ALL: readonly FeedbackAnswers[] = VALUES.flatMap((came) =>
  VALUES.flatMap((positive) =>
    VALUES.flatMap((sent) => VALUES.map((accepted) => answersOf(came, positive, sent, accepted))),
  ),
);
const listed = (answers: FeedbackAnswers) => FEEDBACK_FIELDS.map((field) => answers[field]);
const text = (answers: FeedbackAnswers) =>
  listed(answers)
    .map((value) => (value === null ? '-' : value ? 'y' : 'n'))
    .join('');

/** The combinations of the four answers that the chain allows. Every other combination skips a step. */
const COHERENT: Record<string, string | null> = {
  '----': null,
  'n---': 'APPOINTMENT_NEGATIVE',
  'y---': null,
  'yn--': 'APPOINTMENT_NEGATIVE',
  'yy--': 'APPOINTMENT_POSITIVE',
  'yyn-': 'APPOINTMENT_POSITIVE',
  'yyy-': 'OFFER_SENT',
  yyyn: 'OFFER_REJECTED',
  yyyy: 'OFFER_ACCEPTED',
};
const ENDS = ['n---', 'yn--', 'yyyn', 'yyyy'];
const OPEN = ['ACTIVE', 'COMPLETED'] as const;
const OUTCOMES: Partial<Record<AppointmentStatus, string>> = {
  APPOINTMENT_NEGATIVE: 'yn--',
  APPOINTMENT_POSITIVE: 'yy--',
  OFFER_SENT: 'yyy-',
  OFFER_ACCEPTED: 'yyyy',
  OFFER_REJECTED: 'yyyn',
};

/** Finds the first answer whose predecessors are not all yes, independently of the contract's function. */
const firstTooFar = (answers: FeedbackAnswers) =>
  FEEDBACK_FIELDS.find(
    (field, at) =>
      answers[field] !== null &&
      listed(answers)
        .slice(0, at)
        .some((one) => one !== true),
  );

describe('the feedback chain', () => {
  it.each(ALL.map((answers) => [text(answers), answers] as const))(
    'accepts or rejects the step from nothing to %s',
    (name, answers) => {
      for (const status of OPEN) {
        const {
          refusal,
          status: derived,
          recorded,
          isLocked,
        } = feedbackChain({ status, answers: NO_ANSWERS }, answers);
        expect([recorded, isLocked]).toEqual([NO_ANSWERS, false]);
        if (name in COHERENT) {
          expect(refusal).toBeNull();
          expect(derived).toBe(COHERENT[name]);
        } else expect(refusal).toEqual({ field: firstTooFar(answers), key: ERROR_KEYS.feedbackStepSkipped });
      }
    },
  );

  const steps = Object.keys(COHERENT).flatMap((stored) => ALL.map((answers) => [stored, text(answers)] as const));

  it.each(steps)('accepts or rejects the step from %s to %s', (stored, wanted) => {
    const of = (name: string) => ALL.find((answers) => text(answers) === name)!;
    const { refusal, isLocked, fields } = feedbackChain({ status: 'COMPLETED', answers: of(stored) }, of(wanted));
    expect(isLocked).toBe(ENDS.includes(stored));
    const differs = [...stored].map((value, at) => value !== wanted[at]);
    const touchesRecorded = [...stored].some((value, at) => differs[at] && (value !== '-' || isLocked));
    if (!differs.includes(true)) expect(refusal).toBeNull();
    else if (touchesRecorded) expect(refusal?.key).toBe(ERROR_KEYS.feedbackLocked);
    else if (wanted in COHERENT) expect(refusal).toBeNull();
    else expect(refusal).toEqual({ field: firstTooFar(of(wanted)), key: ERROR_KEYS.feedbackStepSkipped });
    FEEDBACK_FIELDS.forEach((field, at) => {
      expect(fields[field].isLocked).toBe(isLocked || stored[at] !== '-');
      const isReached = [...wanted.slice(0, at)].every((before) => before === 'y');
      expect(fields[field].isEnabled).toBe(!fields[field].isLocked && isReached);
    });
  });

  it.each(Object.entries(OUTCOMES))('starts %s at %s', (status, expected) => {
    const record = { status: status as AppointmentStatus, answers: NO_ANSWERS };
    const { recorded, refusal, isLocked, status: derived } = feedbackChain(record);
    expect([text(recorded), refusal, derived]).toEqual([expected, null, status]);
    expect(isLocked).toBe(ENDS.includes(expected!));
  });

  it('locks the answers of a worker who did not come', () => {
    const answers = answersOf(false, null, null, null);
    const { recorded, isLocked } = feedbackChain({ status: 'APPOINTMENT_NEGATIVE', answers });
    expect([recorded, isLocked]).toEqual([answers, true]);
  });

  it('fills in the answers before a stored one', () => {
    const { recorded } = feedbackChain({ status: 'COMPLETED', answers: answersOf(null, true, null, null) });
    expect(text(recorded)).toBe('yy--');
  });

  const closed = APPOINTMENT_STATUSES.filter((one) => one !== 'ACTIVE' && one !== 'COMPLETED' && !(one in OUTCOMES));

  it.each([null, ...closed])('takes no answer on an appointment that is %s', (status) => {
    for (const answers of ALL) {
      const { refusal, isLocked, fields } = feedbackChain({ status, answers: NO_ANSWERS }, answers);
      const key = status === null ? ERROR_KEYS.feedbackNoAppointment : ERROR_KEYS.appointmentStatusInvalid;
      expect([refusal, isLocked]).toEqual([{ field: null, key }, true]);
      expect(FEEDBACK_FIELDS.some((field) => fields[field].isEnabled)).toBe(false);
    }
  });
});

describe('removing an answer', () => {
  it.each([
    ['----', null],
    ['n---', 'isApplicantCameToAppointment'],
    ['y---', 'isApplicantCameToAppointment'],
    ['yn--', 'isAppointmentPositive'],
    ['yyn-', 'isOfferSentToApplicant'],
    ['yyyy', 'isApplicantAcceptTheOffer'],
  ])('with the answers %s removes %s', (answers, field) => {
    expect(lastAnswered(ALL.find((one) => text(one) === answers)!)).toBe(field);
  });

  it.each([
    ['branch', 15 * 60_000],
    ['company', 15 * 60_000],
    ['hr_account', 7 * 86_400_000],
    ['root', 7 * 86_400_000],
  ] as const)('is allowed to %s for %i ms', (userType, ms) => {
    expect(removalEndsAt(1000, userType)).toBe(1000 + ms);
  });
});
