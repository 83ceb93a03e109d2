import { useState } from 'react';
import { Link } from 'react-router-dom';
import { daysLeft, isUrgent, type PrivacyRequest } from '../../domains/privacy';
import { formatDay } from '../../lib/dates';
import { paths } from '../../lib/paths';
import { Avatar } from '../../ui/Avatar';
import { Badge } from '../../ui/Badge';
import { T, useText } from '../../ui/text';
import { PersonActions } from './PersonActions';
import styles from './Privacy.module.css';

const DaysLeft = ({ dueAt }: { dueAt: string }) => {
  const t = useText();
  const [now] = useState(Date.now);
  const days = daysLeft(dueAt, now);
  return (
    <Badge tone={isUrgent(days) ? 'warning' : 'neutral'}>
      {days < 0 ? t('privacy.requests.overdue') : t('privacy.requests.left', { days })}
    </Badge>
  );
};

const RequestRow = ({ request }: { request: PrivacyRequest }) => {
  const { kind, state, worker, application, createdAt, dueAt, closedAt } = request;
  const { id: workerId, firstName, lastName, imageUrl } = worker;
  const name = `${firstName} ${lastName}`;
  return (
    <li className={styles.row}>
      <Avatar name={name} src={imageUrl} size={48} />
      <div className={styles.who}>
        {application ? (
          <Link className={styles.name} to={paths.jobDetail(application.jobId, application.id)}>
            {name}
          </Link>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
        <span className={styles.soft}>
          <T id={`privacy.requests.${kind}`} values={{ date: formatDay(createdAt) }} />
        </span>
        {state === 'open' ? (
          <DaysLeft dueAt={dueAt} />
        ) : (
          <span className={styles.soft}>
            <T id="privacy.requests.done" values={{ date: formatDay(closedAt ?? createdAt) }} />
          </span>
        )}
      </div>
      {state === 'open' && <PersonActions person={{ workerId, firstName, lastName, imageUrl }} />}
    </li>
  );
};

/** What people asked for on their pages: open requests first, each with the days left. */
export const RequestList = ({ requests }: { requests: readonly PrivacyRequest[] }) =>
  requests.length === 0 ? (
    <p className={styles.soft}>
      <T id="privacy.requests.none" />
    </p>
  ) : (
    <ul className={styles.list}>
      {requests.map((request) => (
        <RequestRow key={request.id} request={request} />
      ))}
    </ul>
  );
