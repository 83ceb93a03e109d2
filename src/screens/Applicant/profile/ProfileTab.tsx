import type { ApplicationDetail } from '../../../domains/applications';
import { Button } from '../../../ui/Button';
import { T } from '../../../ui/text';
import { Comments } from './Comments';
import { Details } from './Details';
import { Experiences } from './Experiences';
import { OtherApplications } from './OtherApplications';
import styles from './Profile.module.css';

/** Everything that is known of the applicant, and what the organisation has said. */
export const ProfileTab = ({ application }: { application: ApplicationDetail }) => (
  <div className={styles.profile}>
    {application.user.about && (
      <section>
        <h2>
          <T id="applicant.field.about" />
        </h2>
        <p className={styles.about}>{application.user.about}</p>
      </section>
    )}
    <Experiences experiences={application.user.experiences} />
    <Details application={application} />
    <OtherApplications others={application.otherApplications} />
    <Comments workerId={application.user.id} comments={application.comments} />
    <Button icon="print" className={styles.print} onClick={() => window.print()}>
      <T id="applicant.print" />
    </Button>
  </div>
);
