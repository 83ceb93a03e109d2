import { Link } from 'react-router-dom';
import { fullName } from '../../../contract/constants/text';
import type { PrivacyRequest } from '../../domains/privacy';
import { paths } from '../../lib/paths';
import { Name } from '../../ui/text';

/** The name of a person, which leads to the newest application. */
export const PersonName = ({
  worker,
  application,
}: {
  worker: { firstName: string; lastName: string };
  application: PrivacyRequest['application'];
}) => {
  const name = fullName(worker);
  if (!application) return <Name className="bold ink">{name}</Name>;
  return (
    <Link className="bold ink" to={paths.jobDetail(application.jobId, application.id)}>
      <Name>{name}</Name>
    </Link>
  );
};
