import { useState } from 'react';
import { useFormikContext } from 'formik';
import { selectJobLookups } from '../../domains/jobs';
import { dataOr } from '../../domains/kit/loadable';
import { useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { ChoicesField } from '../../ui/ChoicesField';
import { TextField } from '../../ui/TextField';
import { useText } from '../../ui/text';
import { AddTagDialog } from './AddTagDialog';
import type { JobFormRules } from './form';
import { Section } from './Section';
import type { JobValues } from './values';
import styles from './JobForm.module.css';

const Tags = () => {
  const t = useText();
  const { tags } = useFields(selectJobLookups, 'tags');
  const { values, setFieldValue } = useFormikContext<JobValues>();
  const [adding, setAdding] = useState(false);
  const handleAdded = (id: number) => {
    if (!values.tagIds.includes(id)) void setFieldValue('tagIds', [...values.tagIds, id]);
    setAdding(false);
  };
  return (
    <>
      <ChoicesField
        name="tagIds"
        label={t('jobForm.tags')}
        options={dataOr(tags, []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button icon="plus" small onClick={() => setAdding(true)}>
        {t('jobForm.addTag')}
      </Button>
      {adding && <AddTagDialog onAdded={handleAdded} onClose={() => setAdding(false)} />}
    </>
  );
};

export const OfferSection = ({ rules }: { rules: JobFormRules }) => {
  const t = useText();
  return (
    <Section id="offer">
      <div className={styles.pair}>
        <TextField name="salaryMin" label={t('jobForm.salaryMin')} inputMode="decimal" />
        <TextField name="salaryMax" label={t('jobForm.salaryMax')} inputMode="decimal" />
      </div>
      {rules.active.has('tags') && <Tags />}
    </Section>
  );
};
