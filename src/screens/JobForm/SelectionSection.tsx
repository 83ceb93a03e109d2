import { useFormikContext } from 'formik';
import { CheckField } from '../../ui/formFields';
import { TextField } from '../../ui/TextField';
import { useText } from '../../ui/text';
import type { JobFormRules } from './form';
import { Section } from './Section';
import type { JobValues } from './values';

/** What happens to those who apply: auto-shortlist for others than companies, the PeopleBox project with a credential. */
export const SelectionSection = ({ rules }: { rules: JobFormRules }) => {
  const t = useText();
  const { values } = useFormikContext<JobValues>();
  return (
    <Section id="selection">
      {!rules.isCompany && (
        <>
          <CheckField name="autoShortlist" label={t('jobForm.autoShortlist')} hint={t('jobForm.autoShortlistHint')} />
          {values.autoShortlist && (
            <TextField name="threshold" label={t('jobForm.threshold')} inputMode="numeric" maxLength={3} />
          )}
        </>
      )}
      {rules.asksPeopleBox && (
        <TextField name="peopleBoxProject" label={t('jobForm.peopleBox')} inputMode="numeric" maxLength={15} />
      )}
    </Section>
  );
};
