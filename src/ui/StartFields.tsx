import { useEffect, useEffectEvent, useState } from 'react';
import { useFormikContext } from 'formik';
import { dayAt } from '../../contract/zone';
import { serverNow } from '../lib/serverClock';
import { readSettings } from '../lib/settings';
import { formatClock, suggestedTime, TIMES, type StartValues } from '../lib/startTime';
import { DateField } from './DateField';
import { FieldPair } from './FormModal';
import { MaskedField } from './PhoneField';
import { useHasText, useText } from './text';

/** Returns the city of the marketplace's time zone in the user's language: "Europe/Istanbul" is "Istanbul". */
export const useZoneCity = (): string => {
  const t = useText();
  const hasText = useHasText();
  const city = readSettings().timeZone.split('/').at(-1) ?? '';
  const id = `zones.${city}`;
  return hasText(id) ? t(id) : city.replaceAll('_', ' ');
};

/** The fields `date` and `time` of a Formik form, in the marketplace's zone. A time is typed, as `HH:mm`. */
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
  return (
    <FieldPair>
      <DateField name="date" min={today} label={t('appointment.form.date')} />
      <MaskedField
        name="time"
        required
        inputMode="numeric"
        autoComplete="off"
        label={t('appointment.form.time')}
        hint={hint}
        placeholder={t('appointment.form.timePlaceholder')}
        format={formatClock}
        // An hour alone means that full hour.
        onBlurCapture={({ target }) => {
          if (TIMES.includes(`${target.value}:00`)) void setFieldValue('time', `${target.value}:00`);
        }}
      />
    </FieldPair>
  );
};
