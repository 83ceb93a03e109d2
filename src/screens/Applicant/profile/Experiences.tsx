import { dayText } from '../../../../contract/constants/text';
import type { ApplicationDetail } from '../../../domains/applications';
import { T, useText } from '../../../ui/text';
import { useLabels } from '../../../ui/useLabels';
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
        <p className={styles.soft}>{t(experienceMonth === null ? 'applicant.notGiven' : 'experience.inexperienced')}</p>
      )}
      <ul className={styles.rows}>
        {experiences.map(({ id, position, companyName, duration, startDate, endDate }) => (
          <li key={id}>
            <strong>{position}</strong>
            <span>{companyName}</span>
            <span className={styles.soft}>
              {(duration.key > 0 || startDate === null) && labels.experience(duration.key)}{' '}
              {startDate && <span className={styles.span}>{spanOf(startDate, endDate)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
