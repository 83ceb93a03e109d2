import { useFormikContext } from 'formik';
import { selectUser } from '../../domains/session';
import { useAppSelector } from '../../store/hooks';
import { T } from '../../ui/text';
import type { JobFormRules } from './form';
import type { JobValues } from './values';
import styles from './JobForm.module.css';

interface CreditCostProps {
  rules: JobFormRules;
  /** The job is active already, so that saving it costs nothing. */
  isActive: boolean;
}

/** Tells a company that publishing or reopening a job costs a credit: docs/PRODUCT.md#credits. */
export const CreditCost = ({ rules, isActive }: CreditCostProps) => {
  const user = useAppSelector(selectUser);
  const { values } = useFormikContext<JobValues>();
  if (!user || !rules.isCompany || isActive || values.status !== 'active') return null;
  return (
    <p className={styles.note}>
      <T id="jobForm.creditCost" values={{ count: user.jobCreationBalance }} />
    </p>
  );
};
