import { useState } from 'react';
import { answerDialogOpened, countOverdue, daysLeft, isUrgent, type PrivacyRequest } from '../../domains/privacy';
import { formatDay } from '../../lib/dates';
import { serverNow } from '../../lib/serverClock';
import { useAppDispatch } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { Badge } from '../../ui/Badge';
import { T, useText } from '../../ui/text';
import { PersonActions } from './PersonActions';
import { PersonButton } from './PersonButton';
import { PersonName } from './PersonName';
import styles from './Privacy.module.css';

const DaysLeft = ({ dueAt, now }: { dueAt: string; now: number }) => {
  const t = useText();
  const days = daysLeft(dueAt, now);
  if (days < 0) return <Badge tone="action">{t('privacy.requests.overdue', { date: formatDay(dueAt) })}</Badge>;
  return <Badge tone={isUrgent(days) ? 'warning' : 'neutral'}>{t('privacy.requests.left', { days })}</Badge>;
};

const RequestRow = ({ request, now }: { request: PrivacyRequest; now: number }) => {
  const dispatch = useAppDispatch();
  const { kind, state, worker, application, createdAt, dueAt, closedAt } = request;
  const { id: workerId, firstName, lastName, imageUrl, isOnHold } = worker;
  return (
    <li className={styles.row}>
      <Avatar name={`${firstName} ${lastName}`} src={imageUrl} size={48} />
      <div className={styles.who}>
        <PersonName worker={worker} application={application} />
        <span className={styles.soft}>
          <T id={`privacy.requests.${kind}`} values={{ date: formatDay(createdAt) }} />
        </span>
        {state === 'open' ? (
          <span className={styles.badges}>
            <DaysLeft dueAt={dueAt} now={now} />
            {isOnHold && (
              <Badge tone="accent">
                <T id="privacy.holds.badge" />
              </Badge>
            )}
          </span>
        ) : (
          <span className={styles.soft}>
            <T id="privacy.requests.done" values={{ date: formatDay(closedAt ?? createdAt) }} />
          </span>
        )}
      </div>
      {state === 'open' && (
        <PersonActions person={{ workerId, firstName, lastName, imageUrl, isOnHold }}>
          {kind === 'data' && (
            <PersonButton
              person={worker}
              textId="privacy.answer"
              icon="check"
              onClick={() => dispatch(answerDialogOpened(request))}
            />
          )}
        </PersonActions>
      )}
    </li>
  );
};

/** What people asked for on their pages: open requests first, each with the days left. */
export const RequestList = ({ requests }: { requests: readonly PrivacyRequest[] }) => {
  const [now] = useState(serverNow);
  const overdue = countOverdue(requests, now);
  if (requests.length === 0)
    return (
      <p className={styles.soft}>
        <T id="privacy.requests.none" />
      </p>
    );
  return (
    <>
      {overdue > 0 && (
        <p className={styles.overdue}>
          <T id="privacy.requests.late" values={{ count: overdue }} />
        </p>
      )}
      <ul className={styles.list}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} now={now} />
        ))}
      </ul>
    </>
  );
};
