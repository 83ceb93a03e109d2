import { useCallback, useEffect } from 'react';
import { useIntl } from 'react-intl';
import { FEEDBACK_FIELDS } from '../../../../contract/rules/feedback';
import {
  type HistoryEntry,
  historyRequested,
  olderRequested,
  selectHistory,
  type ApplicationDetail,
} from '../../../domains/applications';
import { afterPaint } from '../../../lib/browser';
import { wallTimeText, formatDay, formatTime } from '../../../lib/dates';
import { LIST_FIELDS } from '../../../domains/kit/pagedList';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { useText, T } from '../../../ui/text';
import { calledName } from '../../../ui/personName';
import { Button } from '../../../ui/Button';
import { LoadState, Skeleton } from '../../../ui/LoadState';
import { FailureText } from '../../../ui/State';
import styles from './Profile.module.css';

/**
 * Returns a function that turns a history entry into a sentence. `applicant` is the applicant's name. Deleted
 * accounts keep their names.
 */
const useHistorySentence = (applicant: string) => {
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
        return t('applicant.history.application.cv_mailed', { ...values, email: details.to ?? 'none' });
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
      case 'appointment.moved': {
        const when = wallTimeText(details.startAt) ?? '';
        return t('applicant.history.appointment.moved', {
          ...values,
          when,
          before: wallTimeText(details.previousStartAt) ?? when,
        });
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

const SKELETON_ROWS = 3;

/** The history of the application, newest first: what happened, who did it and when. */
export const History = ({ application: { id, user } }: { application: ApplicationDetail }) => {
  const dispatch = useAppDispatch();
  const sentenceOf = useHistorySentence(calledName(useText(), user));
  const { query, items: entries, list, refresh, more, next } = useFields(selectHistory, ...LIST_FIELDS);
  const requestHistory = useCallback(() => void dispatch(historyRequested({ applicationId: id })), [dispatch, id]);
  useEffect(() => {
    return afterPaint(requestHistory);
  }, [requestHistory]);
  const skeleton = Array.from({ length: SKELETON_ROWS }, (_, at) => <Skeleton key={at} width={260} />);
  return (
    <section aria-labelledby="history">
      <h2 id="history">
        <T id="applicant.history.title" />
      </h2>
      <LoadState
        load={query.applicationId === id ? list : { status: 'loading' }}
        stale={query.applicationId === id && entries.length > 0}
        refresh={refresh}
        skeleton={<div className={styles.rows}>{skeleton}</div>}
        onRetry={requestHistory}
      >
        {entries.length === 0 && (
          <p className="hint">
            <T id="applicant.history.empty" />
          </p>
        )}
        <ol className={styles.history}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <span>{sentenceOf(entry)}</span>{' '}
              <time className="hint" dateTime={entry.at}>
                {`${formatDay(entry.at)} ${formatTime(entry.at)}`}
              </time>
            </li>
          ))}
        </ol>
        {more.status === 'failed' && (
          <p role="alert" className="hint">
            <FailureText failure={more.error} />
          </p>
        )}
        {next !== null && (
          <Button small busy={more.status === 'loading'} onClick={() => dispatch(olderRequested())}>
            <T id="applicant.history.older" />
          </Button>
        )}
      </LoadState>
    </section>
  );
};
