import { Badge, type Tone } from './Badge';
import { Icon, type IconName } from './icons';
import { T } from './text';

const LOOKS = {
  accepted: { icon: null, tone: 'neutral' },
  silent: { icon: 'help', tone: 'warning' },
  coming: { icon: 'check', tone: 'success' },
  late: { icon: 'clock', tone: 'warning' },
  otherTime: { icon: 'calendar', tone: 'accent' },
} as const satisfies Record<string, { icon: IconName | null; tone: Tone }>;

export type ShownAttendance = keyof typeof LOOKS;

export const isShownAttendance = (state: string): state is ShownAttendance => Object.hasOwn(LOOKS, state);

interface AttendanceBadgeProps {
  state: ShownAttendance;
  /** By how many minutes the worker will be late. */
  minutes: number | null;
}

/** Says whether a worker is coming to an appointment, or would like another time. */
export const AttendanceBadge = ({ state, minutes }: AttendanceBadgeProps) => {
  const { icon, tone } = LOOKS[state];
  return (
    <Badge tone={tone}>
      {icon && <Icon name={icon} size={14} />}
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
