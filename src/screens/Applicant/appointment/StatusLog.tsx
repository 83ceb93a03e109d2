import type { Appointment } from '../../../../contract/schemas/appointments';
import { formatDay, formatTime } from '../../../lib/dates';
import { T } from '../../../ui/text';
import styles from './AppointmentTab.module.css';

export const StatusLog = ({ log }: { log: NonNullable<Appointment['statusLog']> }) =>
  log.length === 0 ? null : (
    <details className={styles.log} open>
      <summary>
        <T id="appointment.log.title" />
      </summary>
      <ol>
        {log.map(({ status, at, by }) => (
          <li key={`${status}-${at}`} className={styles.entry}>
            <time className={styles.at} dateTime={at}>
              <T id="appointment.log.at" values={{ date: formatDay(at), time: formatTime(at) }} />
            </time>
            <T id={`appointments.status.${status}`} />
            <span className="hint">
              <T id={`appointment.log.by.${by}`} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
