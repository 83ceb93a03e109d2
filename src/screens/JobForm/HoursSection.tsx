import { FieldArray, useFormikContext } from 'formik';
import {
  DAILY_WORK_HOURS,
  OFF_TIMES,
  WEEKLY_OFF_DAYS,
  WORK_STARTS,
  WORK_TIMES,
} from '../../../contract/constants/options';
import { Button, IconButton } from '../../ui/Button';
import { ChoicesField } from '../../ui/ChoicesField';
import { SelectField } from '../../ui/SelectField';
import { useText } from '../../ui/text';
import { Section } from './Section';
import { emptyShift, type JobValues } from './values';
import styles from './JobForm.module.css';

const SHIFTS_MAX = 10;

const ShiftRow = ({ index, onRemove }: { index: number; onRemove: () => void }) => {
  const t = useText();
  const any = { value: '', label: t('jobForm.notSaid') };
  const name = (field: string) => `shifts.${index}.${field}`;
  return (
    <fieldset className={styles.row}>
      <legend className={styles.rowTitle}>{t('jobForm.shift', { number: index + 1 })}</legend>
      <SelectField
        name={name('workStartsAt')}
        label={t('jobForm.workStartsAt')}
        options={[any, ...WORK_STARTS.map((value) => ({ value, label: value }))]}
      />
      <SelectField
        name={name('dailyTotalWorkHour')}
        label={t('jobForm.dailyHours')}
        options={[
          any,
          ...DAILY_WORK_HOURS.map((hours) => ({ value: String(hours), label: t('jobForm.hours', { hours }) })),
        ]}
      />
      <SelectField
        name={name('weeklyOffDayCount')}
        label={t('jobForm.offDays')}
        options={[any, ...WEEKLY_OFF_DAYS.map((days) => ({ value: String(days), label: t('jobForm.days', { days }) }))]}
      />
      <SelectField
        name={name('offTime')}
        label={t('jobForm.offTime')}
        options={[any, ...OFF_TIMES.map((value) => ({ value, label: t(`options.offTime.${value}`) }))]}
      />
      <IconButton icon="close" label={t('jobForm.removeShift', { number: index + 1 })} onClick={onRemove} />
    </fieldset>
  );
};

export const HoursSection = () => {
  const t = useText();
  const { values } = useFormikContext<JobValues>();
  return (
    <Section id="hours">
      <ChoicesField
        name="workTimes"
        required
        label={t('jobForm.workTimes')}
        options={WORK_TIMES.map((value) => ({ value, label: t(`options.workTime.${value}`) }))}
      />
      <FieldArray name="shifts">
        {({ push, remove }) => (
          <>
            {values.shifts.map((_shift, index) => (
              <ShiftRow key={index} index={index} onRemove={() => remove(index)} />
            ))}
            {values.shifts.length < SHIFTS_MAX && (
              <Button icon="plus" small onClick={() => push(emptyShift)}>
                {t('jobForm.addShift')}
              </Button>
            )}
          </>
        )}
      </FieldArray>
    </Section>
  );
};
