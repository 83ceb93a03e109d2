import { Link } from 'react-router-dom';
import type { ApplicationDetail } from '../../../domains/applications';
import { paths } from '../../../lib/paths';
import { Name, T } from '../../../ui/text';
import styles from './Profile.module.css';

/** The worker's other applications in the organisation, with a link where the user may open them. */
export const OtherApplications = ({ others }: { others: ApplicationDetail['otherApplications'] }) =>
  others.length === 0 ? null : (
    <section>
      <h2>
        <T id="applicant.section.other" />
      </h2>
      <ul className={styles.rows}>
        {others.map(({ applicationId, jobId, jobTitle, companyName, canOpen }) => (
          <li key={applicationId}>
            {canOpen ? <Link to={paths.jobDetail(jobId, applicationId)}>{jobTitle}</Link> : <span>{jobTitle}</span>}
            <Name className={styles.soft}>{companyName}</Name>
          </li>
        ))}
      </ul>
    </section>
  );
