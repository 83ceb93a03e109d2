import { useEffect, useEffectEvent, useMemo, useState, useRef } from 'react';
import { object } from 'yup';
import {
  FIRST_DAY_ASK_FOR_MAX,
  FIRST_DAY_BRING_MAX,
  FIRST_DAY_PLACE_MAX,
} from '../../../contract/constants/attendance';
import type { FirstDay, FirstDayBody } from '../../../contract/schemas/firstDay';
import { optionalText } from '../../lib/rules';
import { startRules, type StartValues, toFormFields, weekday } from '../../lib/startTime';
import type { ApplicationDetail } from '../../domains/applications';
import { firstDaySubmitted, selectFirstDaySave, firstDayOpened, firstDayStage } from '../../domains/firstDay';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { FormModal } from '../../ui/FormModal';
import { StartFields, useZoneCity } from '../../ui/StartFields';
import { T, useText, useDateLocale } from '../../ui/text';
import { TextAreaField } from '../../ui/fields';
import { TextField } from '../../ui/TextField';
import { fromWallTime } from '../../../contract/zone';
import { formatDay, formatTime } from '../../lib/dates';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { useFocusAfterLoss } from '../../ui/focusAfterLoss';
import { useNowEach } from '../../ui/ticker';
import styles from './FirstDay.module.css';
import { StartedPrompt } from './StartedPrompt';

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

/** Maps server field names to form fields. */
export const FIELD_NAMES: Record<string, readonly (keyof FirstDayValues)[]> = { startsAt: ['date', 'time'] };

interface FirstDayDialogProps {
  application: ApplicationDetail;
  onClose: () => void;
}

/** Sets or changes the first day: date, time, place, whom to ask for and what to bring. */
const FirstDayDialog = ({ application, onClose }: FirstDayDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { id, firstDay, appointment, user, reach = 'product' } = application;
  const save = useAppSelector(selectFirstDaySave(id));
  const { timeZone } = readSettings();
  const zone = useZoneCity();
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
      <StartFields hint={t('firstDay.form.timeHint', { zone })} />
      <TextField name="place" autoComplete="off" label={t('firstDay.form.place')} />
      <TextField name="askFor" autoComplete="off" label={t('firstDay.form.askFor')} />
      <TextAreaField name="bring" rows={2} label={t('firstDay.form.bring')} hint={t('firstDay.form.bringHint')} />
      {firstDay && <T as="p" className="hint" id="firstDay.form.changed" values={{ name, reach }} />}
    </FormModal>
  );
};

/** Seconds between clock updates. */
const STEP = 10;

/** The date, the place and what else the worker was told. */
const Facts = ({ firstDay, name }: { firstDay: FirstDay; name: string }) => {
  const dateLocale = useDateLocale();
  const { startsAt, place, askFor, bring, confirmedAt, started } = firstDay;
  const instant = fromWallTime(startsAt, readSettings().timeZone);
  const iso = instant === null ? null : new Date(instant).toISOString();
  return (
    <div className="size-14 breaks">
      <p className={styles.when}>
        {iso && (
          <T
            as="time"
            dateTime={iso}
            id="firstDay.when"
            values={{ date: formatDay(iso), weekday: weekday(iso, dateLocale), time: formatTime(iso) }}
          />
        )}
        {started === null && (
          <Badge tone={confirmedAt ? 'success' : 'warning'}>
            {confirmedAt ? <T id="firstDay.confirmed" values={{ name }} /> : <T id="firstDay.unconfirmed" />}
          </Badge>
        )}
      </p>
      {place && <p>{place}</p>}
      {askFor && <T as="p" id="firstDay.askFor" values={{ person: askFor }} />}
      {bring && <T as="p" className="pre" id="firstDay.bring" values={{ things: bring }} />}
    </div>
  );
};

/** The first day of somebody who accepted the offer, with what can be done about it: docs/PRODUCT.md#first-day. */
export const FirstDayCard = ({ application }: { application: ApplicationDetail }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const now = useNowEach(STEP);
  const { id, firstDay, user, reach = 'product' } = application;
  const stage = firstDayStage(application, now, readSettings().timeZone);
  // The button that set the first day is gone.
  useFocusAfterLoss(heading, firstDay ? 1 : 0);
  if (stage === 'none') return null;
  const name = user.firstName;
  const handleOpen = () => {
    dispatch(firstDayOpened({ applicationId: id }));
    setIsOpen(true);
  };
  return (
    <section className={styles.card} aria-labelledby={`first-day-${id}`}>
      <div className="row wrap between gap-8-12">
        <h2 ref={heading} tabIndex={-1} id={`first-day-${id}`} className="size-16">
          <T id="firstDay.title" />
        </h2>
        {(stage === 'ahead' || stage === 'begun') && (
          <Button small onClick={handleOpen}>
            {t('firstDay.change')}
          </Button>
        )}
      </div>
      {firstDay && <Facts firstDay={firstDay} name={name} />}
      {stage === 'unset' && (
        <div className={styles.prompt}>
          <T as="p" className={styles.ask} id="firstDay.ask" values={{ name, reach }} />
          <Button look="primary" icon="calendar" onClick={handleOpen}>
            {t('firstDay.set')}
          </Button>
        </div>
      )}
      <StartedPrompt application={application} />
      {isOpen && <FirstDayDialog application={application} onClose={() => setIsOpen(false)} />}
    </section>
  );
};
