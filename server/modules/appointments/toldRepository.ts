// What a worker who gets text messages knows of an appointment.
import { firstRow, instant, onlyRow } from '../../platform/database/query';
import type { Db } from '../../platform/database/schema';
import { hasTextLeft } from '../../platform/outgoing/enqueue';
import type { Settings } from '../../platform/settings';
import { hasWritten } from '../chat';
import { findReach } from '../workerLinks';
import type { LockedAppointment } from './repository';

/** Returns when the worker was first invited to an appointment, and whether they ever accepted it. */
const findFirstInvitation = (db: Db, id: number) =>
  onlyRow(db)<{ invitedAt: Date; wasAccepted: boolean }>`
    select coalesce(min(l.at), p.created_at) as invited_at, coalesce(bool_or(l.status = 'ACTIVE'), false) as was_accepted
    from appointments p left join appointment_status_log l on l.appointment_id = p.id
    where p.id = ${id} group by p.id`;

type Invitation = Pick<LockedAppointment, 'id' | 'status' | 'userId' | 'workerId'>;

/**
 * Returns whether a worker who gets text messages has learned of an appointment since a time: they answered or wrote,
 * for their page shows it, or a text message about it left.
 */
export const hasLearned = async (db: Db, invitation: Invitation, since: Date): Promise<boolean> =>
  invitation.status !== 'WAITING' ||
  (await hasWritten(db, invitation, since)) ||
  (await hasTextLeft(db, invitation.id, since));

/** Returns whether a worker who gets text messages knows of an appointment, at its present time or an earlier one. */
export const isKnown = async (db: Db, invitation: Invitation): Promise<boolean> => {
  if (invitation.status !== 'WAITING') return true;
  const { invitedAt, wasAccepted } = await findFirstInvitation(db, invitation.id);
  return wasAccepted || hasLearned(db, invitation, invitedAt);
};

/**
 * Returns when (ISO) the text message about an appointment that is an invitation leaves, while it waits; undefined when
 * it leaves at once or has left, and for a worker whom anything else reaches; null when none could be sent.
 */
export const findTextTime = async (
  db: Db,
  workerLinks: Settings['workerLinks'],
  invitation: Invitation,
): Promise<string | null | undefined> => {
  if (invitation.status !== 'WAITING' || (await findReach(db, workerLinks, invitation)) !== 'sms') return undefined;
  // A reminder of the invitation is stored later.
  const text = await firstRow(db)<{ waitsUntil: string | null; isLost: boolean }>`
    select m.failed_at is not null or (m.sent_at is null and m.next_attempt_at >= m.useful_until) as is_lost,
      case when m.sent_at is null and m.attempts = 0 and m.next_attempt_at > m.created_at
        then ${instant('m.next_attempt_at')} end as waits_until
    from appointments p join outgoing_messages m
      on m.application_id = p.application_id and m.appointment_id = p.id and m.created_at = p.created_at
    where p.id = ${invitation.id} and m.channel = 'sms'`;
  if (!text || text.isLost) return null;
  return text.waitsUntil ?? undefined;
};
