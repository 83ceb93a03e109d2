import { AppointmentBadge } from './AppointmentBadge';
import { Badge, type Tone } from './Badge';
import { Icon, type IconName } from './icons';
import { T } from './text';

const LOOKS = {
  silent: { icon: 'help', tone: 'warning' },
  coming: { icon: 'check', tone: 'success' },
  late: { icon: 'clock', tone: 'warning' },
  otherTime: { icon: 'calendar', tone: 'accent' },
} as const satisfies Record<string, { icon: IconName; tone: Tone }>;

/** `accepted` is the status of the appointment; nothing is known about coming yet. */
type BadgeState = 'accepted' | keyof typeof LOOKS;

export const hasAttendanceBadge = (state: string): state is BadgeState =>
  state === 'accepted' || Object.hasOwn(LOOKS, state);

interface AttendanceBadgeProps {
  state: BadgeState;
  /** By how many minutes the worker will be late. */
  minutes: number | null;
}

/** Says whether a worker is coming to an appointment, or would like another time. */
export const AttendanceBadge = ({ state, minutes }: AttendanceBadgeProps) => {
  if (state === 'accepted') return <AppointmentBadge status="ACTIVE" />;
  const { icon, tone } = LOOKS[state];
  return (
    <Badge tone={tone}>
      <Icon name={icon} size={14} />
      {state === 'late' ? (
        <>
          <span aria-hidden="true">
            <T id="agenda.state.lateShort" values={{ minutes }} />
          </span>
          <span className="visually-hidden">
            <T id="agenda.state.late" values={{ minutes }} />
          </span>
        </>
      ) : (
        <T id={`agenda.state.${state}`} />
      )}
    </Badge>
  );
};
