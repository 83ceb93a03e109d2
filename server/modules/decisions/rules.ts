import type { BulkAction } from '../../../contract/constants/bulks';
import {
  DECLINE_NOTE_MIN,
  UNTOLD_REASONS,
  type DeclineReason,
  type DecisionNotice,
} from '../../../contract/constants/decisions';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { OpenStep } from '../../../contract/rules/feedback';
import type { ApplicationStatus, JobStatus } from '../../../contract/constants/statuses';
import { MINUTE } from '../../../contract/constants/time';
import { invalid } from '../../platform/errors';
import { outOfNight } from '../../../contract/rules/night';
import { refusalOfShortlist } from '../applications';

interface NoticeMoment {
  now: Date;
  /** The organisation's delay. */
  minutes: number;
  timeZone: string;
}

/** Returns when a declined applicant is told, or null for never. */
export const decisionNoticeTime = (tell: DecisionNotice, { now, minutes, timeZone }: NoticeMoment): Date | null => {
  if (tell === 'never') return null;
  return outOfNight(tell === 'now' ? now : new Date(now.getTime() + minutes * MINUTE), timeZone);
};

/**
 * Returns when an applicant who was not told yet is told after a repeated decline. The organisation's delay counts from
 * the decision, or from now when the applicant was never to be told.
 */
export const repeatedNoticeTime = (
  tell: DecisionNotice,
  { decidedAt, tellAt }: { decidedAt: Date; tellAt: Date | null },
  moment: NoticeMoment,
): Date | null => {
  const { now, timeZone } = moment;
  const from = tell === 'default' && tellAt !== null ? decidedAt : now;
  const at = decisionNoticeTime(tell, { ...moment, now: from });
  return at && at < now ? outOfNight(now, timeZone) : at;
};

/** The facts that decide whether an action may change an application. */
export interface DecisionFacts {
  status: ApplicationStatus;
  isShortlisted: boolean;
  isOfferAccepted: boolean;
  jobStatus: JobStatus;
  decision: object | null;
  openAppointment: object | null;
  /** True while the employer's side blocks the worker. */
  isBlocked: boolean;
  isErased: boolean;
}

/** Only applications of these jobs can be declined and reopened. See docs/PRODUCT.md#declining. */
const DECIDABLE: readonly JobStatus[] = ['active', 'closed'];

const refusalOfDecline = (facts: DecisionFacts): ErrorKey | null => {
  if (facts.decision) return ERROR_KEYS.applicationAlready;
  if (facts.status === 'rejected') return ERROR_KEYS.applicationWithdrawn;
  if (facts.status === 'accepted' || facts.isOfferAccepted) return ERROR_KEYS.applicationEnded;
  if (!DECIDABLE.includes(facts.jobStatus)) return ERROR_KEYS.jobNotActive;
  return facts.openAppointment ? ERROR_KEYS.applicationHasAppointment : null;
};

const refusalOfReopen = ({ status, decision, isErased, jobStatus }: DecisionFacts): ErrorKey | null => {
  if (!decision) return status === 'rejected' ? ERROR_KEYS.applicationWithdrawn : ERROR_KEYS.applicationAlready;
  if (isErased) return ERROR_KEYS.applicationErased;
  return DECIDABLE.includes(jobStatus) ? null : ERROR_KEYS.jobNotActive;
};

const refusalOfMark = (facts: DecisionFacts, isWanted: boolean): ErrorKey | null =>
  refusalOfShortlist({ ...facts, isDeclined: facts.decision !== null }, isWanted);

const REFUSALS: Record<BulkAction, (facts: DecisionFacts) => ErrorKey | null> = {
  decline: refusalOfDecline,
  reopen: refusalOfReopen,
  shortlist: (facts) => refusalOfMark(facts, true),
  unshortlist: (facts) => refusalOfMark(facts, false),
  message: ({ isBlocked, isErased }) => {
    if (isErased) return ERROR_KEYS.applicationErased;
    return isBlocked ? ERROR_KEYS.threadBlocked : null;
  },
};

/**
 * Returns why an action must not change an application, or null when it may. `application.already` means that the
 * action would change nothing.
 */
export const refusalOf = (action: BulkAction, facts: DecisionFacts): ErrorKey | null => REFUSALS[action](facts);

/** Returns why the closing of a job does not decline an application that `refusalOf` accepts, or null. */
export const refusalOfClosing = (step: OpenStep | null): ErrorKey | null => {
  if (step === 'offer') return ERROR_KEYS.applicationHasOffer;
  return step === 'interview' ? ERROR_KEYS.applicationHasAppointment : null;
};

interface DeclineFields {
  reason?: DeclineReason | null;
  note?: string | null;
  tell?: DecisionNotice;
}

/** Returns whether an applicant who is declined for this reason may stay untold. */
export const mayStayUntold = (reason: DeclineReason | null | undefined): boolean =>
  UNTOLD_REASONS.some((one) => one === reason);

/**
 * Throws 400 on `note` for the reason `other` without a note and for a trimmed note of fewer than three characters, and
 * 400 on `tell` for `never` with another reason than `duplicate` and `spam`.
 */
export const checkDecline = ({ reason, note, tell }: DeclineFields): void => {
  const text = note?.trim();
  if (reason === 'other' && !text) throw invalid({ note: ERROR_KEYS.fieldRequired });
  if (text !== undefined && text.length < DECLINE_NOTE_MIN) throw invalid({ note: ERROR_KEYS.fieldInvalid });
  if (tell === 'never' && !mayStayUntold(reason)) throw invalid({ tell: ERROR_KEYS.fieldInvalid });
};
