import { useIntl } from 'react-intl';
import { isHighScore, ratingShown, scorePercent, starsOf, type ApplicationDetail } from '../../domains/applications';
import { Icon } from '../../ui/icons';
import { Rating } from '../../ui/Rating';
import { ScoreBar } from '../../ui/ScoreBar';
import { T, useText } from '../../ui/text';
import { useLabels } from '../../ui/useLabels';
import styles from './Applicant.module.css';

/** The facts for the decision: distance, experience, availability, rating, and the match score with its reasons. */
export const Facts = ({ application }: { application: ApplicationDetail }) => {
  const t = useText();
  const intl = useIntl();
  const labels = useLabels();
  const { user, matchScore, scoreReasons } = application;
  const times = user.workTimePreferences.length > 0 ? user.workTimePreferences : [user.workTimePreference];
  const known = times.filter((time) => time !== null);
  const rating = ratingShown(user.ratingScore?.score);
  const percentText = (part: number) => t('ui.score.percent', { percent: scorePercent(part) });
  return (
    <>
      <dl className={styles.facts} aria-label={t('applicant.facts.label')}>
        <div>
          <dt>{t('applicant.field.distance')}</dt>
          <dd>{user.distance ? labels.distance(user.distance) : t('applicant.notGiven')}</dd>
        </div>
        <div>
          <dt>{t('applicant.field.experience')}</dt>
          <dd>{labels.experience(user.experienceMonth)}</dd>
        </div>
        <div>
          <dt>{t('applicant.field.availability')}</dt>
          <dd>
            {known.length > 0
              ? intl.formatList(
                  known.map((time) => t(`options.workTime.${time}`)),
                  { type: 'conjunction' },
                )
              : t('applicant.notGiven')}
          </dd>
        </div>
        <div>
          <dt>{t('applicant.field.rating')}</dt>
          <dd>
            {rating === null ? (
              t('applicant.rating.none')
            ) : (
              <>
                <Rating
                  stars={starsOf(user.ratingScore?.score)}
                  label={t('applicant.rating.stars', { score: rating })}
                />{' '}
                {t('applicant.rating.value', { score: rating })}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('applicant.field.score')}</dt>
          <dd>
            <ScoreBar percent={scorePercent(matchScore)} high={isHighScore(matchScore)} />
          </dd>
        </div>
      </dl>
      {scoreReasons.length > 0 && (
        <details className={styles.reasons}>
          <summary>
            <T id="applicant.score.title" />
            <Icon name="down" size={18} />
          </summary>
          <ul>
            {scoreReasons.map(({ factor, score, weight }) => (
              <li key={factor}>
                <span>{t(`applicant.score.factor.${factor}`)}</span>
                <span className={styles.bar} aria-hidden="true">
                  <span data-amount="" style={{ width: `${scorePercent(score)}%` }} />
                </span>
                <span className={styles.number}>{percentText(score)}</span>
                <span className={styles.soft}>{t('applicant.score.share', { percent: Math.round(weight * 100) })}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};
