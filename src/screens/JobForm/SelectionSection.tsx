import { useFormikContext } from 'formik';
import { CheckboxField } from '../../ui/CheckboxField';
import { TextField } from '../../ui/TextField';
import { useText } from '../../ui/text';
import type { JobFormRules } from './form';
import { Section } from './Section';
import type { JobValues } from './values';
import styles from './JobForm.module.css';

/**
 * How applicants are selected: auto-shortlist, except for companies, and the PeopleBox project for accounts with a
 * credential.
 */
export const SelectionSection = ({ rules }: { rules: JobFormRules }) => {
  const t = useText();
  const { values } = useFormikContext<JobValues>();
  return (
    <Section id="selection">
      {!rules.isCompany && (
        <>
          <CheckboxField name="autoShortlist" label={t('jobForm.autoShortlist')}>
            <span className={styles.note}>{t('jobForm.autoShortlistHint')}</span>
          </CheckboxField>
          {values.autoShortlist && (
            <TextField name="threshold" label={t('jobForm.threshold')} required inputMode="numeric" />
          )}
        </>
      )}
      {rules.asksPeopleBox && (
        <TextField name="peopleBoxProject" label={t('jobForm.peopleBox')} required inputMode="numeric" maxLength={15} />
      )}
    </Section>
  );
};
