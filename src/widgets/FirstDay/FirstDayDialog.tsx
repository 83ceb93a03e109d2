import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { object } from 'yup';
import {
  FIRST_DAY_ASK_FOR_MAX,
  FIRST_DAY_BRING_MAX,
  FIRST_DAY_PLACE_MAX,
} from '../../../contract/constants/attendance';
import type { FirstDay, FirstDayBody } from '../../../contract/schemas/firstDay';
import { optionalText } from '../../lib/rules';
import { startRules, type StartValues, toFormFields } from '../../lib/startTime';
import type { ApplicationDetail } from '../../domains/applications';
import { firstDaySubmitted, selectFirstDaySave } from '../../domains/firstDay';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { FormModal } from '../../ui/FormModal';
import { StartFields } from '../../ui/StartFields';
import { T, useText } from '../../ui/text';
import { TextAreaField } from '../../ui/TextAreaField';
import { TextField } from '../../ui/TextField';

interface FirstDayValues extends StartValues {
  place: string;
  askFor: string;
  bring: string;
}

/** Requires date and time in the future: docs/PRODUCT.md#first-day. */
export const firstDaySchema = (clock: Parameters<typeof startRules>[0]) =>
  object({
    ...startRules(clock),
    place: optionalText(FIRST_DAY_PLACE_MAX),
    askFor: optionalText(FIRST_DAY_ASK_FOR_MAX),
    bring: optionalText(FIRST_DAY_BRING_MAX),
  });

/** Returns the first values of the form; a new first day starts with the address of the last appointment. */
export const fromFirstDay = (firstDay: FirstDay | null, address: string | null): FirstDayValues => ({
  date: firstDay?.startsAt.slice(0, 10) ?? '',
  time: firstDay?.startsAt.slice(11, 16) ?? '',
  place: (firstDay ? firstDay.place : address?.slice(0, FIRST_DAY_PLACE_MAX)) ?? '',
  askFor: firstDay?.askFor ?? '',
  bring: firstDay?.bring ?? '',
});

const textOf = (value: string): string | null => value.trim() || null;

export const toBody = ({ date, time, place, askFor, bring }: FirstDayValues): FirstDayBody => ({
  startsAt: `${date} ${time}:00`,
  place: textOf(place),
  askFor: textOf(askFor),
  bring: textOf(bring),
});

/** The fields of the form that the server's names mean. */
export const FIELD_NAMES: Record<string, readonly (keyof FirstDayValues)[]> = { startsAt: ['date', 'time'] };

interface FirstDayDialogProps {
  application: ApplicationDetail;
  onClose: () => void;
}

/** Sets or changes the first day: date, time, place, whom to ask for and what to bring. */
export const FirstDayDialog = ({ application, onClose }: FirstDayDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { id, firstDay, appointment, user } = application;
  const save = useAppSelector(selectFirstDaySave(id));
  const { timeZone } = readSettings();
  const schema = useMemo(() => firstDaySchema({ now: serverNow, timeZone }), [timeZone]);
  const [initial] = useState(() => fromFirstDay(firstDay, appointment?.address ?? null));
  const failure = useMemo(() => {
    if (save.status !== 'failed' || save.error.status === 401) return null;
    const { fields, ...rest } = save.error;
    return { ...rest, ...(fields && { fields: toFormFields(fields, FIELD_NAMES) }) };
  }, [save]);
  const close = useEffectEvent(onClose);
  const isSaved = save.status === 'loaded';
  useEffect(() => {
    if (isSaved) close();
  }, [isSaved]);
  const name = user.firstName;
  const isBusy = save.status === 'loading';
  return (
    <FormModal
      title={t('firstDay.form.title', { name })}
      action={t('firstDay.form.save')}
      initialValues={initial}
      schema={schema}
      failure={failure}
      isBusy={isBusy}
      isRestored={false}
      onSubmit={(values) => {
        if (!isBusy) dispatch(firstDaySubmitted({ applicationId: id, name, body: toBody(values) }));
      }}
      onClose={onClose}
    >
      <StartFields hint={t('firstDay.form.timeHint', { zone: timeZone })} />
      <TextField name="place" autoComplete="off" label={t('firstDay.form.place')} />
      <TextField name="askFor" autoComplete="off" label={t('firstDay.form.askFor')} />
      <TextAreaField name="bring" rows={2} label={t('firstDay.form.bring')} hint={t('firstDay.form.bringHint')} />
      {firstDay && (
        <p className="hint">
          <T id="firstDay.form.changed" values={{ name }} />
        </p>
      )}
    </FormModal>
  );
};
