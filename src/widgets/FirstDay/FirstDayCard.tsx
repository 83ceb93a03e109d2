import { useRef, useState } from 'react';
import type { FirstDay } from '../../../contract/schemas/firstDay';
import { fromWallTime } from '../../../contract/zone';
import type { ApplicationDetail } from '../../domains/applications';
import { firstDayOpened, firstDayStage } from '../../domains/firstDay';
import { formatDay, formatTime } from '../../lib/dates';
import { readSettings } from '../../lib/settings';
import { weekday } from '../../lib/weekday';
import { useAppDispatch } from '../../store/hooks';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { useNowEach } from '../../ui/ticker';
import { useDateLocale } from '../../ui/useDateLocale';
import styles from './FirstDay.module.css';
import { FirstDayDialog } from './FirstDayDialog';
import { StartedPrompt } from './StartedPrompt';

/** Seconds between two looks at the clock. */
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
          <time dateTime={iso}>
            <T
              id="firstDay.when"
              values={{ date: formatDay(iso), weekday: weekday(iso, dateLocale), time: formatTime(iso) }}
            />
          </time>
        )}
        {started === null && (
          <Badge tone={confirmedAt ? 'success' : 'warning'}>
            {confirmedAt ? <T id="firstDay.confirmed" values={{ name }} /> : <T id="firstDay.unconfirmed" />}
          </Badge>
        )}
      </p>
      {place && <p>{place}</p>}
      {askFor && (
        <p>
          <T id="firstDay.askFor" values={{ person: askFor }} />
        </p>
      )}
      {bring && (
        <p className="pre">
          <T id="firstDay.bring" values={{ things: bring }} />
        </p>
      )}
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
  const { id, firstDay, user } = application;
  const stage = firstDayStage(application, now, readSettings().timeZone);
  if (stage === 'none') return null;
  const name = user.firstName;
  const handleOpen = () => {
    dispatch(firstDayOpened({ applicationId: id }));
    setIsOpen(true);
  };
  return (
    <section className={styles.card} aria-labelledby={`first-day-${id}`}>
      <div className="row wrap between gap-8-12">
        <h2 ref={heading} id={`first-day-${id}`} className="size-16">
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
          <p className={styles.ask}>
            <T id="firstDay.ask" values={{ name }} />
          </p>
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
