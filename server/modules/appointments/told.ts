// What a worker who gets text messages knows of an appointment.
import type { Db } from '../../platform/database/schema';
import { hasTextLeft } from '../../platform/outgoing/enqueue';
import type { Settings } from '../../platform/settings';
import { hasWritten } from '../chat';
import { findReach } from '../workerLinks';
import { findFirstInvitation, findInvitationText, type LockedAppointment } from './repository';

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
  const text = await findInvitationText(db, invitation.id);
  if (!text || text.isLost) return null;
  return text.waitsUntil ?? undefined;
};
