import type { BulkAction } from '../../../contract/constants/bulks';
import { NO_ANSWERS, openStepOf, type FeedbackAnswers } from '../../../contract/rules/feedback';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import {
  checkDecline,
  refusalOf,
  repeatedNoticeTime,
  decisionNoticeTime,
  type DecisionFacts,
} from '../../../server/modules/decisions/rules';
import { lastMorning, outOfNight } from '../../../contract/rules/night';

describe('the time of a decision notice', () => {
  it.each([
    ['a day', '2026-03-11T09:00:00Z', 'Europe/Istanbul', '2026-03-11T09:00:00Z'],
    ['the end of a day', '2026-03-11T18:58:59Z', 'Europe/Istanbul', '2026-03-11T18:58:59Z'],
    ['the last minute of a day', '2026-03-11T18:59:00Z', 'Europe/Istanbul', '2026-03-12T05:00:00Z'],
    ['the last minute of a night', '2026-03-12T04:59:59Z', 'Europe/Istanbul', '2026-03-12T05:00:00Z'],
    ['the evening', '2026-03-11T19:00:00Z', 'Europe/Istanbul', '2026-03-12T05:00:00Z'],
    ['the early morning', '2026-03-11T22:30:00Z', 'Europe/Istanbul', '2026-03-12T05:00:00Z'],
    ['the end of the night', '2026-03-12T05:00:00Z', 'Europe/Istanbul', '2026-03-12T05:00:00Z'],
    ['New Year’s Eve', '2026-12-31T20:00:00Z', 'Europe/Istanbul', '2027-01-01T05:00:00Z'],
    ['the night that loses an hour', '2026-03-28T22:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
    ['the same night after the change', '2026-03-29T03:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
    ['the night that gains an hour', '2026-10-24T21:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00Z'],
    ['a night west of UTC', '2026-11-01T04:00:00Z', 'America/New_York', '2026-11-01T13:00:00Z'],
    ['a day west of UTC', '2026-11-01T01:58:00Z', 'America/New_York', '2026-11-01T01:58:00Z'],
  ])('avoids the night: %s', (_name, at, timeZone, expected) => {
    expect(outOfNight(new Date(at), timeZone)).toEqual(new Date(expected));
  });

  it.each([
    ['default', '2026-03-11T09:00:00Z', '2026-03-11T11:00:00Z'],
    ['default', '2026-03-11T17:30:00Z', '2026-03-12T05:00:00Z'],
    ['now', '2026-03-11T09:00:00Z', '2026-03-11T09:00:00Z'],
    ['now', '2026-03-11T21:00:00Z', '2026-03-12T05:00:00Z'],
    ['never', '2026-03-11T09:00:00Z', null],
  ] as const)('with tell %s at %s', (tell, now, expected) => {
    const at = decisionNoticeTime(tell, { now: new Date(now), minutes: 120, timeZone: 'Europe/Istanbul' });
    expect(at?.toISOString() ?? null).toBe(expected && new Date(expected).toISOString());
  });
});

describe('the last night', () => {
  it.each([
    ['in the morning', '2026-03-12T05:00:00Z', '2026-03-12T05:00:00Z'],
    ['in the evening', '2026-03-11T18:59:59Z', '2026-03-11T05:00:00Z'],
    ['before midnight', '2026-03-11T19:00:00Z', null],
    ['after midnight', '2026-03-12T04:59:59Z', null],
  ])('%s', (_name, now, expected) => {
    expect(lastMorning(new Date(now), 'Europe/Istanbul')).toEqual(expected && new Date(expected));
  });
});

describe('the time of a decision notice after a repeat', () => {
  const decidedAt = new Date('2026-03-11T07:00:00Z');
  const tellAt = new Date('2026-03-11T09:00:00Z');
  it.each([
    ['default', tellAt, '2026-03-11T08:00:00Z', '2026-03-11T09:00:00Z'],
    ['default', tellAt, '2026-03-11T12:00:00Z', '2026-03-11T12:00:00Z'],
    ['default', null, '2026-03-11T12:00:00Z', '2026-03-11T14:00:00Z'],
    ['now', tellAt, '2026-03-11T08:00:00Z', '2026-03-11T08:00:00Z'],
    ['never', tellAt, '2026-03-11T08:00:00Z', null],
  ] as const)('with tell %s instead of %s at %s', (tell, before, now, expected) => {
    const moment = { now: new Date(now), minutes: 120, timeZone: 'Europe/Istanbul' };
    const at = repeatedNoticeTime(tell, { decidedAt, tellAt: before }, moment);
    expect(at).toEqual(expected && new Date(expected));
  });
});

describe('what forbids a decision', () => {
  const OPEN: DecisionFacts = {
    status: 'in_progress',
    isShortlisted: false,
    isOfferAccepted: false,
    jobStatus: 'active',
    decision: null,
    openAppointment: null,
    isBlocked: false,
    isErased: false,
  };
  const declined = { status: 'rejected', decision: {} } as const;
  const withdrawn = { status: 'rejected' } as const;
  const invited = { openAppointment: {} };

  it.each<[BulkAction, string, Partial<DecisionFacts>, string | null]>([
    ['decline', 'an open application', {}, null],
    ['decline', 'a shortlisted one of a closed job', { jobStatus: 'closed', isShortlisted: true }, null],
    ['decline', 'one of a deleted job', { jobStatus: 'deleted' }, 'job.not_active'],
    ['decline', 'an invited one of a deleted job', { ...invited, jobStatus: 'deleted' }, 'job.not_active'],
    ['decline', 'one of a draft', { jobStatus: 'draft' }, 'job.not_active'],
    ['decline', 'a declined one of a deleted job', { ...declined, jobStatus: 'deleted' }, 'application.already'],
    ['decline', 'one of a blocked worker', { isBlocked: true }, null],
    ['decline', 'a declined one', declined, 'application.already'],
    ['decline', 'a withdrawn one', { ...withdrawn, ...invited, isOfferAccepted: true }, 'application.withdrawn'],
    ['decline', 'an accepted one', { status: 'accepted' }, 'application.ended'],
    ['decline', 'an accepted offer', { ...invited, isOfferAccepted: true }, 'application.ended'],
    ['decline', 'an open appointment', invited, 'application.has_appointment'],
    ['reopen', 'a declined one', declined, null],
    ['reopen', 'a declined one of a closed job', { ...declined, jobStatus: 'closed' }, null],
    ['reopen', 'a declined one of a deleted job', { ...declined, jobStatus: 'deleted' }, 'job.not_active'],
    ['reopen', 'an open one', {}, 'application.already'],
    ['reopen', 'a withdrawn one', withdrawn, 'application.withdrawn'],
    ['reopen', 'a declined one of somebody who was erased', { ...declined, isErased: true }, 'application.erased'],
    ['reopen', 'an open one of somebody who was erased', { isErased: true }, 'application.already'],
    ['shortlist', 'an open application', {}, null],
    ['shortlist', 'a shortlisted one', { isShortlisted: true }, 'application.already'],
    ['shortlist', 'a closed job', { jobStatus: 'closed' }, 'job.not_active'],
    ['shortlist', 'a declined one', declined, 'application.declined'],
    ['shortlist', 'a withdrawn one', withdrawn, 'application.withdrawn'],
    ['shortlist', 'somebody who was erased', { isErased: true }, 'application.erased'],
    ['unshortlist', 'somebody who was erased', { isErased: true, isShortlisted: true }, null],
    ['unshortlist', 'a shortlisted one', { isShortlisted: true }, null],
    ['unshortlist', 'an open application', {}, 'application.already'],
    ['unshortlist', 'a closed job', { jobStatus: 'closed', isShortlisted: true }, 'job.not_active'],
    ['message', 'an open application', {}, null],
    ['message', 'a declined one of a closed job', { ...declined, jobStatus: 'closed' }, null],
    ['message', 'a blocked worker', { isBlocked: true }, 'thread.blocked'],
    ['message', 'somebody who was erased', { isErased: true }, 'application.erased'],
  ])('%s: %s', (action, _name, facts, expected) => {
    expect(refusalOf(action, { ...OPEN, ...facts })).toBe(expected);
  });
});

describe('the open step', () => {
  const came = { isApplicantCameToAppointment: true };
  const positive = { ...came, isAppointmentPositive: true };
  it.each<[AppointmentStatus | null, Partial<FeedbackAnswers>, string | null]>([
    [null, {}, null],
    ['WAITING', {}, 'interview'],
    ['ACTIVE', {}, 'interview'],
    ['COMPLETED', {}, 'interview'],
    ['COMPLETED', came, 'interview'],
    ['COMPLETED', positive, 'interview'],
    ['APPOINTMENT_POSITIVE', {}, 'interview'],
    ['APPOINTMENT_POSITIVE', { ...positive, isOfferSentToApplicant: false }, 'interview'],
    ['OFFER_SENT', {}, 'offer'],
    [null, { ...positive, isOfferSentToApplicant: true }, 'offer'],
    ['OFFER_ACCEPTED', {}, null],
    ['OFFER_REJECTED', {}, null],
    ['APPOINTMENT_NEGATIVE', {}, null],
    ['COMPLETED', { isApplicantCameToAppointment: false }, null],
    ['COMPLETED', { ...came, isAppointmentPositive: false }, null],
    ['REJECTED', {}, null],
    ['EXPIRED', {}, null],
    ['CANCELLED', {}, null],
    ['APPLICANT_CANCELLED', {}, null],
  ])('of %s with %j is %s', (status, answers, expected) => {
    expect(openStepOf({ status, answers: { ...NO_ANSWERS, ...answers } })).toBe(expected);
  });
});

describe('the body of a decline', () => {
  it.each([
    [{}, null],
    [{ reason: 'hours', note: null }, null],
    [{ reason: 'other', note: 'abc' }, null],
    [{ reason: 'spam', tell: 'never' }, null],
    [{ reason: 'duplicate', tell: 'never' }, null],
    [{ reason: 'other' }, 'note'],
    [{ reason: 'other', note: null }, 'note'],
    [{ reason: 'hours', note: ' a ' }, 'note'],
    [{ tell: 'never' }, 'tell'],
    [{ reason: 'hours', tell: 'never' }, 'tell'],
    [{ reason: null, tell: 'never' }, 'tell'],
  ] as const)('%j fails on %s', (body, field) => {
    const check = () => checkDecline(body);
    if (field === null) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({ options: expect.objectContaining({ children: { [field]: expect.anything() } }) }),
      );
  });
});
