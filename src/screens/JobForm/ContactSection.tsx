import { useFormikContext } from 'formik';
import { CONTACT_TYPES } from '../../../contract/constants/options';
import { phoneDigits } from '../../lib/rules';
import { CheckboxField } from '../../ui/CheckboxField';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';
import { useText } from '../../ui/text';
import { Section } from './Section';
import type { JobValues } from './values';
import styles from './JobForm.module.css';

/** How applicants contact the employer, and whether strangers see the job; the phone field shows only for contact by phone. */
export const ContactSection = () => {
  const t = useText();
  const { values, setFieldValue } = useFormikContext<JobValues>();
  return (
    <Section id="contact">
      <SelectField
        name="contactType"
        label={t('jobForm.contactType')}
        required
        options={[
          { value: '', label: t('jobForm.choose') },
          ...CONTACT_TYPES.map((value) => ({ value, label: t(`options.contactType.${value}`) })),
        ]}
      />
      {values.contactType === 'via_phone' && (
        <TextField
          name="contactPhone"
          type="tel"
          inputMode="numeric"
          label={t('jobForm.contactPhone')}
          required
          hint={t('jobForm.phoneHint')}
          onBlurCapture={(event) => {
            const typed = event.target.value;
            if (typed !== phoneDigits(typed)) void setFieldValue('contactPhone', phoneDigits(typed));
          }}
        />
      )}
      <CheckboxField name="isPublic" label={t('jobForm.isPublic')}>
        <span className={styles.note}>{t('jobForm.isPublicHint')}</span>
      </CheckboxField>
    </Section>
  );
};
