import { Link } from 'react-router-dom';
import { fullName } from '../../../contract/constants/text';
import type { PrivacyRequest } from '../../domains/privacy';
import { paths } from '../../lib/paths';
import { Name } from '../../ui/text';
import styles from './Privacy.module.css';

/** The name of a person, which leads to the newest application. */
export const PersonName = ({
  worker,
  application,
}: {
  worker: { firstName: string; lastName: string };
  application: PrivacyRequest['application'];
}) => {
  const name = fullName(worker);
  if (!application) return <Name className={styles.name}>{name}</Name>;
  return (
    <Link className={styles.name} to={paths.jobDetail(application.jobId, application.id)}>
      <Name>{name}</Name>
    </Link>
  );
};
