import { formatDay } from '../lib/dates';
import { Badge } from './Badge';
import { Button } from './Button';
import styles from './Invitation.module.css';
import { T, useText } from './text';

interface InvitationProps {
  /** The invited person's name, for screen readers. */
  name: string;
  /** When the last invitation was sent, or null if unknown. */
  invitedAt: string | null;
  isBusy: boolean;
  onSend: () => void;
}

/** Shows that an invited person has not signed in yet, with a button that sends a reminder. */
export const Invitation = ({ name, invitedAt, isBusy, onSend }: InvitationProps) => {
  const t = useText();
  return (
    <div className={styles.invitation}>
      <span className={styles.text}>
        <Badge tone="warning">
          <T id="staff.invitation.waiting" />
        </Badge>
        {invitedAt && (
          <span className="hint">
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
