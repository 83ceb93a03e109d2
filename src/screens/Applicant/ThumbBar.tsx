import { useState } from 'react';
import { nextStep, type ApplicationDetail } from '../../domains/applications';
import type { Trip } from '../../lib/trip';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { T } from '../../ui/text';
import { PHONE, useMedia } from '../../ui/useMedia';
import { TAB_OF, type Tab } from './address';
import { StarButton, type Star } from './StarButton';
import styles from './Applicant.module.css';
import buttons from '../../ui/Button.module.css';

interface ThumbBarProps {
  application: ApplicationDetail;
  tab: Tab;
  star: Star | null;
  tabPath: (tab: Tab) => string;
  state: Trip | null;
}

/**
 * The bar at the bottom of a phone: next step, call, message and shortlist. The messages tab hides it to leave room
 * for the text box.
 */
export const ThumbBar = ({ application, tab, star, tabPath, state }: ThumbBarProps) => {
  const [now] = useState(Date.now);
  if (!useMedia(PHONE) || tab === 'messages') return null;
  const step = nextStep(application, now);
  const leadsOn = TAB_OF[step] !== tab;
  const isWriting = leadsOn && TAB_OF[step] === 'messages';
  const quiet = leadsOn ? styles.quiet : undefined;
  return (
    <div className={styles.thumb}>
      {leadsOn && (
        <ButtonLink to={tabPath(TAB_OF[step])} state={state} look="primary" className={styles.next}>
          <T id={`applicant.step.${step}`} />
        </ButtonLink>
      )}
      {application.user.phone && (
        <a className={`${buttons.button} ${buttons.secondary}`} href={`tel:${application.user.phone}`}>
          <Icon name="phone" />
          <span className={quiet}>
            <T id="applicant.call" />
          </span>
        </a>
      )}
      {!isWriting && (
        <ButtonLink to={tabPath('messages')} state={state} icon="inbox">
          <span className={quiet}>
            <T id="applicant.step.write" />
          </span>
        </ButtonLink>
      )}
      {star && <StarButton application={application} star={star} />}
    </div>
  );
};
