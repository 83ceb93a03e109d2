import { useRef, type ChangeEvent } from 'react';
import { useField } from 'formik';
import { dayText } from '../../contract/constants/text';
import { isRealDay } from '../lib/startTime';
import { IconButton } from './Button';
import { MaskedField } from './PhoneField';
import { useText } from './text';
import styles from './Field.module.css';

/**
 * Formats typed digits as `DD/MM/YYYY`. "1/2/2026", "01.02.2026" and a pasted "2026-02-01" or "2026/2/1" give the same;
 * a prefix gives a prefix.
 */
export const formatDate = (text: string): string => {
  const digits = text
    .replace(/^\s*(\d{4})\D(\d\d?)\D(\d\d?)\s*$/, '$3/$2/$1')
    .replace(/(^|\D)(\d)(?=\D)/g, '$10$2')
    .replace(/\D/g, '')
    .slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
};

/** Returns a complete date as `YYYY-MM-DD`, and any other text unchanged, which the form's rule then refuses. */
export const dateValue = (text: string): string => {
  const day = text.split('/').reverse().join('-');
  return isRealDay(day) ? day : text;
};

const dateText = (value: string): string => (isRealDay(value) ? dayText(value) : value);

interface DateFieldProps {
  name: string;
  label: string;
  /** The first day that the calendar offers, `YYYY-MM-DD`. */
  min: string;
}

/**
 * A required date in a Formik form, typed as the pages show dates or chosen in the browser's calendar. The value is
 * `YYYY-MM-DD`.
 */
export const DateField = ({ name, label, min }: DateFieldProps) => {
  const t = useText();
  const calendar = useRef<HTMLInputElement>(null);
  const [{ value }, , { setValue }] = useField<string>(name);
  const handlePick = ({ target }: ChangeEvent<HTMLInputElement>) => void (target.value && setValue(target.value));
  return (
    <MaskedField
      name={name}
      required
      autoComplete="off"
      label={label}
      hint={t('ui.date.format')}
      format={formatDate}
      toText={dateText}
      toValue={dateValue}
      action={
        <>
          {/* Opens the browser's calendar; it never takes the focus itself. */}
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            className={styles.calendar}
            min={min}
            value={isRealDay(value) ? value : ''}
            onChange={handlePick}
          />
          <IconButton
            icon="calendar"
            label={t('ui.date.open')}
            className={styles.endAction}
            onClick={() => calendar.current?.showPicker?.()}
          />
        </>
      }
    />
  );
};
