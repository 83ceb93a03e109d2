import type { AppointmentStatus } from '../../contract/constants/statuses';
import { Badge, type Tone } from './Badge';
import { T } from './text';
import { Icon, type IconName } from './icons';
import { cx } from './cx';
import styles from './AppointmentBadge.module.css';

const TONES: Partial<Record<AppointmentBadgeProps['status'], Tone>> = {
  WAITING: 'warning',
  ACTIVE: 'success',
  COMPLETED: 'success',
  APPOINTMENT_POSITIVE: 'success',
  OFFER_SENT: 'accent',
  OFFER_ACCEPTED: 'success',
};

interface AppointmentBadgeProps {
  status: AppointmentStatus | 'WITHDRAWN';
  /** The worker did not come; the status alone does not say so. */
  hasMissed?: boolean;
}

/** The status of an appointment, in the same word and colour everywhere. */
export const AppointmentBadge = ({ status, hasMissed = false }: AppointmentBadgeProps) => (
  <Badge tone={TONES[status]}>
    <T id={hasMissed ? 'stage.missed' : `appointments.status.${status}`} />
  </Badge>
);

const LOOKS = {
  silent: { icon: 'help', tone: 'warning' },
  coming: { icon: 'check', tone: 'success' },
  late: { icon: 'clock', tone: 'warning' },
  otherTime: { icon: 'calendar', tone: 'accent' },
} as const satisfies Record<string, { icon: IconName; tone: Tone }>;

type BadgeState = keyof typeof LOOKS;

export const hasAttendanceBadge = (state: string): state is BadgeState => Object.hasOwn(LOOKS, state);

interface AttendanceBadgeProps {
  state: BadgeState;
  /** The minutes by which the worker will be late. */
  minutes: number | null;
}

/** Says whether a worker is coming to an appointment, or would like another time. */
export const AttendanceBadge = ({ state, minutes }: AttendanceBadgeProps) => {
  const { icon, tone } = LOOKS[state];
  return (
    <Badge tone={tone}>
      <Icon name={icon} size={14} />
      {state === 'late' ? (
        <>
          <T aria-hidden="true" id="agenda.state.lateShort" values={{ minutes }} />
          <T className="visually-hidden" id="agenda.state.late" values={{ minutes }} />
        </>
      ) : (
        <T id={`agenda.state.${state}`} />
      )}
    </Badge>
  );
};

interface RatingProps {
  stars: readonly ('full' | 'half' | 'empty')[];
  label: string;
}

/** A rating in stars and half stars. */
export const Rating = ({ stars, label }: RatingProps) => (
  <span className={styles.stars} role="img" aria-label={label}>
    {stars.map((star, at) => (
      <span key={at} className={cx(styles.star, styles[star])} data-star={star}>
        <Icon name="star" size={16} />
        <span className={styles.fill}>
          <Icon name="star" size={16} filled />
        </span>
      </span>
    ))}
  </span>
);
