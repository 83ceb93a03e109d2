import { useIntl } from 'react-intl';
import {
  isHighScore,
  displayedRating,
  scorePercent,
  starsOf,
  type ApplicationDetail,
} from '../../domains/applications';
import { Icon } from '../../ui/icons';
import { Rating } from '../../ui/Rating';
import { ScoreBar } from '../../ui/ScoreBar';
import { T, useText } from '../../ui/text';
import { useLabels } from '../../ui/useLabels';
import styles from './Applicant.module.css';

/** Returns when the applicant can work: kinds of work from a profile, days and hours from the public page. */
const useAvailability = ({ user, source }: ApplicationDetail): string | null => {
  const t = useText();
  const intl = useIntl();
  const times = user.workTimePreferences.length > 0 ? user.workTimePreferences : [user.workTimePreference];
  const kinds = times.filter((time) => time !== null).map((time) => t(`options.workTime.${time}`));
  const days = source?.days.map((day) => t(`applicant.days.${day}`)) ?? [];
  const parts = source?.parts.map((part) => t(`applicant.parts.${part}`)) ?? [];
  const start = source?.start ? [t(`applicant.start.${source.start}`)] : [];
  const given = [kinds, days, parts, start].filter((texts) => texts.length > 0);
  return given.length > 0 ? given.map((texts) => intl.formatList(texts, { type: 'conjunction' })).join(' · ') : null;
};

/** The facts for the decision: distance, experience, availability, rating, and the match score with its reasons. */
export const Facts = ({ application }: { application: ApplicationDetail }) => {
  const t = useText();
  const labels = useLabels();
  const { user, matchScore, scoreReasons, source } = application;
  const availability = useAvailability(application);
  const rating = displayedRating(user.ratingScore?.score);
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
          <dd>{user.experienceMonth === null ? t('applicant.notGiven') : labels.experience(user.experienceMonth)}</dd>
        </div>
        <div>
          <dt>{t('applicant.field.availability')}</dt>
          <dd>{availability ?? t('applicant.notGiven')}</dd>
        </div>
        {source && (
          <div>
            <dt>{t('applicant.field.source')}</dt>
            <dd>{t(`applicant.source.${source.ref}`)}</dd>
          </div>
        )}
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
                <span>{t('applicant.rating.value', { score: rating })}</span>
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
            {scoreReasons.map(({ factor, score, weight, isGiven }) => (
              <li key={factor}>
                <span>{t(`applicant.score.factor.${factor}`)}</span>
                <span className={styles.bar} aria-hidden="true">
                  <span data-amount="" style={{ width: `${scorePercent(score)}%` }} />
                </span>
                <span className={styles.number}>{percentText(score)}</span>
                <span className={styles.soft}>
                  {isGiven === false
                    ? t('applicant.notGiven')
                    : t('applicant.score.share', { percent: Math.round(weight * 100) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};
