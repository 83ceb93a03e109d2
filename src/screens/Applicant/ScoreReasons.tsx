import { useIntl } from 'react-intl';
import type { EducationStatus } from '../../../contract/constants/options';
import type { ApplicationDetail } from '../../domains/applications';
import { Icon } from '../../ui/icons';
import { T, useText } from '../../ui/text';
import { useLabels } from '../../ui/useLabels';
import styles from './Applicant.module.css';

type Reason = ApplicationDetail['scoreReasons'][number];

/** Returns a function that says in words how well the applicant fits one part of the score. */
const useFact = (user: ApplicationDetail['user']) => {
  const t = useText();
  const labels = useLabels();
  const intl = useIntl();
  return ({ factor, score, isGiven, wants }: Reason): string => {
    if (isGiven === false) return t('applicant.notGiven');
    const degree = score === 0 ? 'none' : score === 1 ? 'full' : 'some';
    const beside = (own: string, wanted: () => string) =>
      score < 1 && wants ? t('applicant.score.fact.wants', { own, wanted: wanted() }) : own;
    switch (factor) {
      case 'position':
      case 'workTimes':
        return t(`applicant.score.fact.${factor}.${degree}`);
      case 'age':
        return t(`applicant.score.fact.age.${score === 1 ? 'in' : 'out'}`);
      case 'distance': {
        const own = labels.distance(user.distance ?? '');
        const isFar = score === 0 && typeof wants === 'number';
        return isFar ? t('applicant.score.fact.far', { own, wanted: intl.formatNumber(wants) }) : own;
      }
      case 'experience':
        return beside(labels.experience(user.experienceMonth, user.experienceMax), () =>
          labels.experienceOption(Number(wants)),
        );
      case 'education':
        return user.education === null
          ? t('applicant.score.fact.any')
          : beside(t(`options.education.${user.education}`), () => t(`options.education.${wants as EducationStatus}`));
      case 'languages':
        if (!wants) return t('applicant.score.fact.any');
        return beside(t(`options.english.${user.english ?? 1}`), () => t(`options.english.${wants as 1}`));
    }
  };
};

/** The parts of the score, folded, each with the fact behind it. */
export const ScoreReasons = ({ user, scoreReasons }: Pick<ApplicationDetail, 'user' | 'scoreReasons'>) => {
  const t = useText();
  const factOf = useFact(user);
  if (scoreReasons.length === 0) return null;
  return (
    <details className={styles.reasons}>
      <summary>
        <T id="applicant.score.title" />
        <Icon name="down" size={18} />
      </summary>
      <dl>
        {scoreReasons.map((reason) => (
          <div key={reason.factor}>
            <dt>{t(`applicant.score.factor.${reason.factor}`)}</dt>
            <dd>{factOf(reason)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
