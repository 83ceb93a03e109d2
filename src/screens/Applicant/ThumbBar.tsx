import type { ApplicationDetail } from '../../domains/applications';
import type { Trip } from '../../lib/trip';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { T } from '../../ui/text';
import { StarButton, type Star } from './StarButton';
import styles from './Applicant.module.css';
import buttons from '../../ui/Button.module.css';

interface ThumbBarProps {
  application: ApplicationDetail;
  star: Star | null;
  /** Address of the messages, and the route's state with it. */
  messages: string;
  state: Trip | null;
}

/** Call, write and shortlist at the thumb, on a phone. */
export const ThumbBar = ({ application, star, messages, state }: ThumbBarProps) => (
  <div className={styles.thumb}>
    {application.user.phone && (
      <a className={`${buttons.button} ${buttons.secondary}`} href={`tel:${application.user.phone}`}>
        <Icon name="phone" />
        <T id="applicant.call" />
      </a>
    )}
    <ButtonLink to={messages} state={state} icon="inbox">
      <T id="applicant.step.write" />
    </ButtonLink>
    {star && <StarButton application={application} star={star} />}
  </div>
);
