import { FEEDBACK_FIELDS, type FeedbackAnswers, type FeedbackField } from './feedback';
import type { EmployerType } from '../constants/roles';
import { MINUTE } from '../constants/time';

/** For how long after its recording everybody in scope may remove the last answer, in minutes. */
export const FEEDBACK_UNDO_MINUTES = 15;
/** For how long HR and root may remove it, in days. */
const FEEDBACK_CORRECTION_DAYS = 7;

/** What the worker knows about an answer: nothing, a message was sent, or the worker has read it. */
export const ANSWER_DELIVERIES = ['none', 'sent', 'read'] as const;

/** Returns the last answer of the chain, the only one that can be removed; null without answers. */
export const lastAnswered = (answers: FeedbackAnswers): FeedbackField | null =>
  FEEDBACK_FIELDS.filter((field) => answers[field] !== null).at(-1) ?? null;

/** Returns when the time to undo an answer ends, for everybody in scope. Times are in ms since 1970. */
export const undoEndsAt = (recordedAt: number): number => recordedAt + FEEDBACK_UNDO_MINUTES * MINUTE;

/** Returns when the time to correct an answer ends, for HR and root. Times are in ms since 1970. */
export const correctionEndsAt = (recordedAt: number): number => recordedAt + FEEDBACK_CORRECTION_DAYS * 1440 * MINUTE;

/** Returns until when a user of this type may remove an answer. See docs/PRODUCT.md#correcting-feedback. */
export const removalEndsAt = (recordedAt: number, userType: EmployerType): number =>
  userType === 'hr_account' || userType === 'root' ? correctionEndsAt(recordedAt) : undoEndsAt(recordedAt);
