import { useIntl } from 'react-intl';
import { COVER_HEIGHT, COVER_WIDTH, MARKET_CURRENCY } from '../../../contract/constants/limits';
import { shownSalary } from '../../../contract/rules/salary';
import { selectBranchJobCounts } from '../../domains/organisation';
import { dataOr } from '../../domains/kit/loadable';
import { selectJobLookups } from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import { formatPrice } from '../../lib/money';
import { useAppSelector, useFields } from '../../store/hooks';
import { Icon } from '../../ui/icons';
import { Card } from '../../ui/LoadState';
import { Name, T, useText } from '../../ui/text';
import { coverOf } from './cover';
import { amountOf } from './form';
import type { JobValues } from './values';
import styles from './JobForm.module.css';

/** Returns a typed amount, or null if it is no amount. */
const typedAmount = (typed: string): number | null => amountOf(typed) || null;

/** A live preview of the job as a worker will see it. */
export const JobPreview = ({ values }: { values: JobValues }) => {
  const t = useText();
  const { locale } = useIntl();
  const user = useAppSelector(selectUser);
  const branches = dataOr(useAppSelector(selectBranchJobCounts), []);
  const { locations, tags } = useFields(selectJobLookups, 'locations', 'tags');
  const branch = branches.find(({ userId }) => String(userId) === values.branchId)?.companyName;
  const company = branch ?? user?.companyName;
  const places = dataOr(locations, []).filter(({ id }) => values.locationIds.includes(id));
  const chosen = dataOr(tags, []).filter(({ id }) => values.tagIds.includes(id));
  const salary = shownSalary(typedAmount(values.salaryMin), typedAmount(values.salaryMax));
  const amount = salary?.amounts.map((one) => formatPrice(one, MARKET_CURRENCY, locale)).join(' – ');
  return (
    <Card className={styles.posting}>
      <T as="p" className="soft" id="jobForm.preview.label" />
      <img className={styles.cover} src={coverOf(values.cover)} alt="" width={COVER_WIDTH} height={COVER_HEIGHT} />
      <h3 className="size-16 breaks">{values.title.trim() || t('jobForm.preview.untitled')}</h3>
      <p className="soft">
        {company && <Name>{company}</Name>}
        {values.position && <span>{`${company ? ' · ' : ''}${values.position.name}`}</span>}
      </p>
      {places.length > 0 && (
        <p className="row gap-8">
          <Icon name="pin" size={16} /> <span>{places.map(({ name }) => name).join(', ')}</span>
        </p>
      )}
      {values.workTimes.length > 0 && (
        <p className="row gap-8">
          <Icon name="calendar" size={16} />{' '}
          <span>{values.workTimes.map((time) => t(`options.workTime.${time}`)).join(', ')}</span>
        </p>
      )}
      {salary && (
        <p className="row gap-8">
          <Icon name="briefcase" size={16} /> <span>{t(`jobForm.preview.${salary.name}`, { salary: amount })}</span>
        </p>
      )}
      {chosen.length > 0 && (
        <ul className={styles.previewTags}>
          {chosen.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
      <p className={styles.previewText}>{values.description.trim() || t('jobForm.preview.noText')}</p>
    </Card>
  );
};
