import { useFormikContext } from 'formik';
import { DECLINE_NOTE_MAX, DECLINE_REASONS } from '../../../contract/constants/decisions';
import { SelectField } from '../../ui/SelectField';
import { T, useText } from '../../ui/text';
import { TextField } from '../../ui/TextField';
import styles from './BulkDialog.module.css';
import { tellingsFor, type BulkValues } from './form';

/** Why the applicants are declined, and when they are told. */
export const DeclineFields = () => {
  const t = useText();
  const { values, setFieldValue } = useFormikContext<BulkValues>();
  const tellings = tellingsFor(values.reason);
  const tell = tellings.includes(values.tell) ? values.tell : 'default';
  return (
    <>
      <SelectField
        name="reason"
        label={t('decisions.reason')}
        hint={t('decisions.note.text')}
        options={[
          { value: '', label: t('decisions.reason.none') },
          ...DECLINE_REASONS.map((value) => ({ value, label: t(`options.declineReason.${value}`) })),
        ]}
      />
      {values.reason === 'other' && <TextField name="note" label={t('bulk.note')} maxLength={DECLINE_NOTE_MAX} />}
      <fieldset className={styles.tellings}>
        <legend>
          <T id="bulk.tell" />
        </legend>
        {tellings.map((one) => (
          <label key={one} className={styles.telling}>
            <input type="radio" name="tell" checked={tell === one} onChange={() => void setFieldValue('tell', one)} />
            <span>{t(`bulk.tell.${one}`)}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
};
