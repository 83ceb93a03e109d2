import type { JobStatus } from '../../../contract/constants/statuses';
import { selectJobLookups } from '../../domains/jobs';
import { dataOr } from '../../domains/kit/loadable';
import { useFields } from '../../store/hooks';
import { SelectField } from '../../ui/SelectField';
import { useText } from '../../ui/text';
import { Section } from './Section';

/** The statuses that the form's definition offers: docs/PRODUCT.md#job-status. */
export const StatusSection = ({ current }: { current: JobStatus | undefined }) => {
  const t = useText();
  const { definition } = useFields(selectJobLookups, 'definition');
  const offered = dataOr(definition, []).find(({ name }) => name === 'status')?.options ?? [];
  return (
    <Section id="status">
      <SelectField
        name="status"
        label={t('jobForm.status')}
        hint={t(current === 'active' ? 'jobForm.statusHint' : 'jobForm.activateHint')}
        options={offered.map((value) => ({ value: String(value), label: t(`jobs.status.${value as JobStatus}`) }))}
      />
    </Section>
  );
};
