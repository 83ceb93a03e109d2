import type { AppointmentStatus } from '../../contract/constants/statuses';
import { Badge, type Tone } from './Badge';
import { T } from './text';

const TONES: Partial<Record<AppointmentStatus, Tone>> = {
  WAITING: 'warning',
  ACTIVE: 'success',
  COMPLETED: 'success',
  APPOINTMENT_POSITIVE: 'success',
  OFFER_SENT: 'accent',
  OFFER_ACCEPTED: 'success',
};

interface AppointmentBadgeProps {
  status: AppointmentStatus;
  /** The worker did not come, which the status alone does not tell. */
  hasMissed?: boolean;
}

/** The status of an appointment, in the same word and colour everywhere. */
export const AppointmentBadge = ({ status, hasMissed = false }: AppointmentBadgeProps) => (
  <Badge tone={TONES[status]}>
    <T id={hasMissed ? 'agenda.state.missed' : `appointments.status.${status}`} />
  </Badge>
);
