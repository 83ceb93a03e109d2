import { fullName } from '../../../../contract/constants/text';
import type { ApplicationDetail } from '../../../domains/applications';
import { managesPrivacy, selectUser } from '../../../domains/session';
import { paths } from '../../../lib/paths';
import { useAppSelector } from '../../../store/hooks';
import { Button, ButtonLink } from '../../../ui/Button';
import { T } from '../../../ui/text';
import { PHONE, useMedia } from '../../../ui/useMedia';
import { CvActions } from '../../../widgets/exports/CvActions';
import { Comments } from './Comments';
import { Details } from './Details';
import { Experiences } from './Experiences';
import { History } from './History';
import { OtherApplications } from './OtherApplications';
import styles from './Profile.module.css';

export const ProfileTab = ({ application }: { application: ApplicationDetail }) => {
  const isPhone = useMedia(PHONE);
  const signedIn = useAppSelector(selectUser);
  const { id, job, user } = application;
  const papers = (
    <div className={styles.papers}>
      <CvActions applicationId={id} jobId={job.id} fullName={fullName(user)} />
      <Button icon="print" onClick={() => window.print()}>
        <T id="applicant.print" />
      </Button>
      {signedIn && managesPrivacy(signedIn) && (
        <ButtonLink to={paths.privacy(id)}>
          <T id="applicant.privacy" />
        </ButtonLink>
      )}
    </div>
  );
  return (
    <div className={styles.profile}>
      {/* A phone shows these buttons at the end, because here they would push the profile down. */}
      {!isPhone && papers}
      {user.about && (
        <section>
          <h2>
            <T id="applicant.field.about" />
          </h2>
          <p className={styles.about}>{user.about}</p>
        </section>
      )}
      <Experiences user={user} />
      <Details application={application} />
      <OtherApplications others={application.otherApplications} />
      <Comments workerId={user.id} comments={application.comments} />
      <History application={application} />
      {isPhone && papers}
    </div>
  );
};
