import { useEffect, useEffectEvent, useState } from 'react';
import { useFormikContext } from 'formik';
import { dayAt } from '../../contract/zone';
import { serverNow } from '../lib/serverClock';
import { readSettings } from '../lib/settings';
import { isBusinessTime, suggestedTime, TIMES, type StartValues } from '../lib/startTime';
import { DateField } from './DateField';
import { FieldPair } from './FormModal';
import { SelectField } from './fields';
import { useText } from './text';

const optionsOf = (times: readonly string[]) => times.map((time) => ({ value: time, label: time }));
const BUSINESS_OPTIONS = optionsOf(TIMES.filter(isBusinessTime));
const OTHER_OPTIONS = optionsOf(TIMES.filter((time) => !isBusinessTime(time)));

/** The fields `date` and `time` of a Formik form, in the marketplace's zone. Business hours come first. */
export const StartFields = ({ hint }: { hint: string }) => {
  const t = useText();
  const { timeZone } = readSettings();
  const [today] = useState(() => dayAt(serverNow(), timeZone));
  const { values, setFieldValue } = useFormikContext<StartValues>();
  const { date } = values;
  const suggest = useEffectEvent(() => {
    const time = values.time === '' && suggestedTime(date, serverNow(), timeZone);
    if (time) void setFieldValue('time', time);
  });
  useEffect(() => {
    suggest();
  }, [date]);
  const times = [
    { label: t('ui.time.business'), options: BUSINESS_OPTIONS },
    { label: t('ui.time.other'), options: OTHER_OPTIONS },
  ];
  return (
    <FieldPair>
      <DateField name="date" min={today} label={t('appointment.form.date')} />
      <SelectField
        name="time"
        required
        label={t('appointment.form.time')}
        hint={hint}
        placeholder={t('appointment.form.timePlaceholder')}
        options={times}
      />
    </FieldPair>
  );
};
