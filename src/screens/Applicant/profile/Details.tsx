import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { MARKET_CURRENCY } from '../../../../contract/constants/limits';
import type { ApplicationDetail } from '../../../domains/applications';
import { selectWorkerFields } from '../../../domains/reference';
import { dayText } from '../../../lib/dates';
import { formatPrice } from '../../../lib/money';
import { useAppSelector } from '../../../store/hooks';
import { Name, T, useHasText, useText } from '../../../ui/text';
import styles from './Profile.module.css';

/** Formats a Turkish number as "+90 532 123 45 67"; returns any other unchanged. */
const phoneText = (phone: string): string => phone.replace(/^\+90(\d{3})(\d{3})(\d{2})(\d{2})$/, '+90 $1 $2 $3 $4');

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
export const Details = ({ application: { user } }: { application: ApplicationDetail }) => {
  const t = useText();
  const intl = useIntl();
  const hasText = useHasText();
  const { militaryActive, englishActive } = useAppSelector(selectWorkerFields);
  const list = (values: readonly string[]) =>
    values.length > 0 ? intl.formatList(values, { type: 'conjunction' }) : null;
  const department = user.universityDepartment;
  const departmentKey = department?.translateKey ?? '';

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
    ['language', intl.formatDisplayName(user.language.languageCode, { type: 'language' })],
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
