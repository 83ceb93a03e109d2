import { useDeferredValue } from 'react';
import { dayText, fullName } from '../../../../contract/constants/text';
import type { ApplicationDetail } from '../../../domains/applications';
import { paths } from '../../../lib/paths';
import { useAppSelector } from '../../../store/hooks';
import { managesPrivacy, selectUser } from '../../../domains/session';
import { Name, T, useText } from '../../../ui/text';
import { useLabels } from '../../../ui/useLabels';
import { Button, ButtonLink } from '../../../ui/Button';
import { PHONE, useMedia } from '../../../ui/useMedia';
import { CvActions } from '../../../widgets/exports/CvActions';
import { lazyPart } from '../../../ui/lazyPart';
import styles from './Profile.module.css';

export const Experiences = ({ user }: { user: ApplicationDetail['user'] }) => {
  const { experiences, experienceMonth } = user;
  const t = useText();
  const labels = useLabels();
  const spanOf = (from: string | null, to: string | null) => {
    if (from && to) return t('applicant.experience.between', { from: dayText(from), to: dayText(to) });
    return from && t('applicant.experience.since', { from: dayText(from) });
  };
  return (
    <section>
      <h2>
        <T id="applicant.section.experience" />
      </h2>
      {experiences.length === 0 && (
        <p className="hint">{t(experienceMonth === null ? 'applicant.notGiven' : 'experience.inexperienced')}</p>
      )}
      <ul className={styles.rows}>
        {experiences.map(({ id, position, companyName, duration, startDate, endDate }) => (
          <li key={id}>
            <strong>{position}</strong>
            <Name>{companyName}</Name>
            <span className="hint">
              {(duration.key > 0 || startDate === null) && <span>{labels.experience(duration.key, duration.max)}</span>}{' '}
              {startDate && <span className={styles.span}>{spanOf(startDate, endDate)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const MoreProfile = lazyPart(async () => (await import('./MoreProfile')).MoreProfile);

export const ProfileTab = ({ application }: { application: ApplicationDetail }) => {
  const isPhone = useMedia(PHONE);
  const signedIn = useAppSelector(selectUser);
  const { id, job, user } = application;
  // What stands below most windows' edge follows in a render of its own: the next applicant appears sooner.
  const isWhole = useDeferredValue(true, false);
  const papers = (
    <div className="flex wrap gap-8 no-print">
      {!user.isErased && <CvActions applicationId={id} jobId={job.id} fullName={fullName(user)} />}
      <Button icon="print" onClick={() => window.print()}>
        <T id="applicant.print" />
      </Button>
      {!user.isErased && signedIn && managesPrivacy(signedIn) && (
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
      {/* The end follows with the rest, which would push it away. */}
      {isWhole && <MoreProfile application={application}>{isPhone && papers}</MoreProfile>}
    </div>
  );
};
