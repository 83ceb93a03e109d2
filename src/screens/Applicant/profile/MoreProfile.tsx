import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { dayText, phoneText } from '../../../../contract/constants/text';
import { MARKET_CURRENCY } from '../../../../contract/constants/limits';
import type { ApplicationDetail } from '../../../domains/applications';
import { selectWorkerFields } from '../../../domains/reference';
import { formatPrice } from '../../../lib/money';
import { paths } from '../../../lib/paths';
import { useAppSelector } from '../../../store/hooks';
import { Link } from '../../../ui/router';
import { Name, T, useHasText, useText } from '../../../ui/text';
import { BranchName } from '../../../widgets/ApplicationList/BranchName';
import { Comments } from './Comments';
import { History } from './History';
import styles from './Profile.module.css';

/** The worker's other applications in the organisation, with a link where the user may open them. */
const OtherApplications = ({ others }: { others: ApplicationDetail['otherApplications'] }) =>
  others.length === 0 ? null : (
    <section>
      <h2>
        <T id="applicant.section.other" />
      </h2>
      <ul className={styles.rows}>
        {others.map(({ applicationId, jobId, jobTitle, companyName, canOpen }) => (
          <li key={applicationId}>
            {canOpen ? <Link to={paths.jobDetail(jobId, applicationId)}>{jobTitle}</Link> : <span>{jobTitle}</span>}
            <BranchName className="hint" name={companyName} />
          </li>
        ))}
      </ul>
    </section>
  );

type FieldName =
  | 'phone'
  | 'email'
  | 'location'
  | 'salary'
  | 'categories'
  | 'gender'
  | 'birthDate'
  | 'military'
  | 'english'
  | 'education'
  | 'university'
  | 'universityStatus'
  | 'department'
  | 'licences'
  | 'certificates'
  | 'disabled'
  | 'identity'
  | 'language'
  | 'country';

/**
 * The other fields of a profile; one line names the missing ones. Military service shows only for men, and it and
 * English only where the country's worker profile form has them: docs/PRODUCT.md#applicant-profile.
 */
const Details = ({ application: { user } }: { application: ApplicationDetail }) => {
  const t = useText();
  const intl = useIntl();
  const hasText = useHasText();
  const { militaryActive, englishActive } = useAppSelector(selectWorkerFields);
  const list = (values: readonly string[]) =>
    values.length > 0 ? intl.formatList(values, { type: 'conjunction' }) : null;
  const department = user.universityDepartment;
  const departmentKey = department?.translateKey ?? '';
  // Spanish names languages in lower case, and this one stands alone.
  const language = intl.formatDisplayName(user.language.languageCode, { type: 'language' });

  const fields: [FieldName, ReactNode][] = [
    [
      'phone',
      user.phone && (
        <a href={`tel:${user.phone}`}>
          <Name>{phoneText(user.phone)}</Name>
        </a>
      ),
    ],
    [
      'email',
      user.email && (
        <a href={`mailto:${user.email}`}>
          <Name>{user.email}</Name>
        </a>
      ),
    ],
    ['location', user.location?.name],
    [
      'salary',
      user.expectedSalary &&
        t('applicant.salary', { salary: formatPrice(user.expectedSalary, MARKET_CURRENCY, intl.locale) }),
    ],
    ['categories', list(user.workCategoryPreferences)],
    ['gender', user.gender && t(`options.gender.${user.gender}`)],
    ['birthDate', user.birthDate && dayText(user.birthDate)],
    ['education', user.education && t(`options.education.${user.education}`)],
    ['university', user.university?.name],
    ['universityStatus', user.universityStatus && t(`options.universityStatus.${user.universityStatus}`)],
    ['department', hasText(departmentKey) ? t(departmentKey) : department?.departmentName],
    ['licences', list(user.drivingLicenses)],
    ['certificates', list(user.certificates)],
    ['language', language && language.charAt(0).toLocaleUpperCase(intl.locale) + language.slice(1)],
    ['country', intl.formatDisplayName(user.country.country_code, { type: 'region' })],
    ['disabled', user.disabledStatus],
    ['identity', user.identityNumber],
  ];
  if (englishActive) fields.splice(8, 0, ['english', user.english && t(`options.english.${user.english}`)]);
  if (militaryActive && user.gender === 'male') {
    fields.splice(7, 0, ['military', user.military && t(`options.military.${user.military}`)]);
  }
  const given = fields.filter(([, value]) => Boolean(value));
  const missing = fields.filter(([, value]) => !value).map(([name]) => t(`applicant.field.${name}`));
  return (
    <section>
      <h2>
        <T id="applicant.section.details" />
      </h2>
      <dl className={styles.details}>
        {given.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`applicant.field.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {missing.length > 0 && (
          <div className={styles.missing}>
            <dt>{t('applicant.notGiven')}</dt>
            <dd>{intl.formatList(missing, { type: 'conjunction' })}</dd>
          </div>
        )}
      </dl>
    </section>
  );
};

/** What stands below most windows' edge: a part of the program of its own, with the forms' libraries. */
export const MoreProfile = ({ application, children }: { application: ApplicationDetail; children: ReactNode }) => (
  <>
    <Details application={application} />
    <OtherApplications others={application.otherApplications} />
    <Comments applicationId={application.id} workerId={application.user.id} comments={application.comments} />
    <History application={application} />
    {children}
  </>
);
