import { useFormikContext } from 'formik';
import {
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  EXPERIENCE_MONTHS,
  GENDERS,
  LANGUAGE_LEVELS,
  MILITARY_STATUSES,
} from '../../../contract/constants/options';
import { selectJobLookups } from '../../domains/jobs';
import { dataOr } from '../../domains/kit/loadable';
import { useFields } from '../../store/hooks';
import { Button, IconButton } from '../../ui/Button';
import { ChoicesField, SelectField } from '../../ui/fields';
import { TextField } from '../../ui/TextField';
import { useText } from '../../ui/text';
import { useFieldRows } from '../../ui/useFieldRows';
import { useLabels } from '../../ui/useLabels';
import type { JobFormRules } from './form';
import { Section } from './JobFormFrame';
import { emptyLanguage, type JobValues } from './values';
import styles from './JobForm.module.css';

const Languages = () => {
  const t = useText();
  const { languages } = useFields(selectJobLookups, 'languages');
  const { push, remove } = useFieldRows<JobValues, 'languages'>('languages');
  const { values } = useFormikContext<JobValues>();
  const taken = values.languages.map(({ languageId }) => languageId);
  const choose = { value: '', label: t('jobForm.choose') };
  const options = dataOr(languages, []).map(({ id, languageName }) => ({ value: String(id), label: languageName }));
  return (
    <>
      {values.languages.map((row, index) => (
        <fieldset key={index} className={styles.row}>
          <legend className={styles.rowTitle}>{t('jobForm.language', { number: index + 1 })}</legend>
          <SelectField
            name={`languages.${index}.languageId`}
            label={t('jobForm.languageName')}
            required
            options={[choose, ...options.filter(({ value }) => value === row.languageId || !taken.includes(value))]}
          />
          <SelectField
            name={`languages.${index}.level`}
            label={t('jobForm.languageLevel')}
            required
            options={[
              choose,
              ...LANGUAGE_LEVELS.map((level) => ({
                value: String(level),
                label: t(`options.languageLevel.${level}`),
              })),
            ]}
          />
          <IconButton
            icon="close"
            label={t('jobForm.removeLanguage', { number: index + 1 })}
            onClick={() => remove(index)}
          />
        </fieldset>
      ))}
      {values.languages.length < options.length && (
        <Button icon="plus" small onClick={() => push(emptyLanguage)}>
          {t('jobForm.addLanguage')}
        </Button>
      )}
    </>
  );
};

export const WishesSection = ({ rules }: { rules: JobFormRules }) => {
  const t = useText();
  const labels = useLabels();
  const { values } = useFormikContext<JobValues>();
  const any = { value: '', label: t('jobForm.any') };
  return (
    <Section id="wishes" lead="jobForm.wishesText">
      <div className={styles.pair}>
        <SelectField
          name="gender"
          label={t('jobForm.gender')}
          options={[
            { value: '', label: t('jobForm.allGenders') },
            ...GENDERS.map((value) => ({ value, label: t(`options.gender.${value}`) })),
          ]}
        />
        <SelectField
          name="minExperience"
          label={t('jobForm.experience')}
          options={EXPERIENCE_MONTHS.map((months) => ({
            value: String(months),
            label: labels.experienceOption(months),
          }))}
        />
        <TextField name="ageMin" label={t('jobForm.ageMin')} inputMode="numeric" />
        <TextField name="ageMax" label={t('jobForm.ageMax')} inputMode="numeric" />
        <SelectField
          name="education"
          label={t('jobForm.education')}
          options={[any, ...EDUCATION_STATUSES.map((value) => ({ value, label: t(`options.education.${value}`) }))]}
        />
        {rules.active.has('minEnglishLevel') && (
          <SelectField
            name="english"
            label={t('jobForm.english')}
            options={[
              any,
              ...ENGLISH_LEVELS.map((code) => ({ value: String(code), label: t(`options.english.${code}`) })),
            ]}
          />
        )}
      </div>
      {rules.active.has('militaryRequirements') && values.gender !== 'female' && (
        <ChoicesField
          name="military"
          label={t('jobForm.military')}
          options={MILITARY_STATUSES.map((code) => ({ value: code, label: t(`options.military.${code}`) }))}
        />
      )}
      <Languages />
    </Section>
  );
};
