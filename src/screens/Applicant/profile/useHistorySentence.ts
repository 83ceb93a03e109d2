import { useIntl } from 'react-intl';
import { FEEDBACK_FIELDS } from '../../../../contract/constants/feedback';
import type { HistoryEntry } from '../../../domains/applications';
import { wallTimeText } from '../../../lib/dates';
import { useText } from '../../../ui/text';

/**
 * Returns a function that turns a history entry into a sentence. `applicant` is the applicant's first name. Deleted
 * accounts keep their names.
 */
export const useHistorySentence = (applicant: string) => {
  const t = useText();
  const intl = useIntl();
  const answersOf = ({ details }: HistoryEntry) => {
    const given = FEEDBACK_FIELDS.filter((field) => typeof details[field] === 'boolean');
    const texts = given.map((field) => t(`applicant.history.answer.${field}`, { answer: String(details[field]) }));
    return intl.formatList(texts, { type: 'conjunction' });
  };
  return (entry: HistoryEntry): string => {
    const { action, actorName, details } = entry;
    const values = { applicant, name: actorName ?? t('applicant.history.somebody') };
    switch (action) {
      case 'application.arrived':
        return t('applicant.history.application.arrived', { applicant, shortlisted: String(details.isShortlisted) });
      case 'application.feedback':
        return t('applicant.history.application.feedback', { ...values, answers: answersOf(entry) });
      case 'appointment.feedback_removed': {
        const removed = { ...values, answers: answersOf(entry) };
        const reason = details.correctionReason;
        return reason === undefined
          ? t('applicant.history.appointment.feedback_removed', removed)
          : t('applicant.history.removedWhy', { ...removed, reason });
      }
      case 'application.cv_mailed':
        return t('applicant.history.application.cv_mailed', { ...values, email: details.to ?? '' });
      case 'application.first_day_recorded':
        return t('applicant.history.application.first_day_recorded', { ...values, started: String(details.started) });
      case 'application.first_day_set':
      case 'application.first_day_changed':
      case 'appointment.created':
      case 'appointment.reset': {
        const isAgain = details.rebookOf !== undefined;
        const id = isAgain ? 'applicant.history.invitedAgain' : (`applicant.history.${action}` as const);
        return t(id, { ...values, when: wallTimeText(details.startAt) ?? '' });
      }
      case 'appointment.status':
        return t(`applicant.history.appointment.${details.status ?? 'WAITING'}`, values);
      case 'appointment.attendance':
        return t(`applicant.history.attendance.${details.answer ?? 'coming'}`, {
          ...values,
          minutes: details.minutes ?? 0,
        });
      default:
        return t(`applicant.history.${action}`, values);
    }
  };
};
