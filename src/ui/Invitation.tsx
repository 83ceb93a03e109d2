import { formatDay } from '../lib/dates';
import { Badge } from './Badge';
import { Button } from './Button';
import styles from './Invitation.module.css';
import { T, useText } from './text';

interface InvitationProps {
  /** Whose it is, for screen readers. */
  name: string;
  /** When the last one left; null if that is not known. */
  invitedAt: string | null;
  isBusy: boolean;
  onSend: () => void;
}

/** Somebody who was invited and has not signed in yet, and the way to remind them. */
export const Invitation = ({ name, invitedAt, isBusy, onSend }: InvitationProps) => {
  const t = useText();
  return (
    <div className={styles.invitation}>
      <span className={styles.text}>
        <Badge tone="warning">
          <T id="staff.invitation.waiting" />
        </Badge>
        {invitedAt && (
          <span className={styles.when}>
            <T id="staff.invitation.when" values={{ when: formatDay(invitedAt) }} />
          </span>
        )}
      </span>
      <Button small busy={isBusy} aria-label={t('staff.invitation.sendNamed', { name })} onClick={onSend}>
        {t('staff.invitation.send')}
      </Button>
    </div>
  );
};
