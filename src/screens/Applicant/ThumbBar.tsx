import { useState } from 'react';
import { type ApplicationDetail, nextStep } from '../../domains/applications';
import { firstDayStage } from '../../domains/firstDay';
import { readSettings } from '../../lib/settings';
import type { ListOrigin } from '../../lib/listOrigin';
import { serverNow } from '../../lib/serverClock';
import { Button, ButtonLink, IconButton } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { T, useText } from '../../ui/text';
import { PHONE, useMedia } from '../../ui/useMedia';
import { TAB_OF, type Tab } from './address';
import { DeclineButton, type PendingDecision } from './DeclineButton';
import { StarButton, type Star } from './StarButton';
import styles from './Applicant.module.css';
import buttons from '../../ui/Button.module.css';

/** Returns the look of the button of the next step. A first day that is not set has the main button. */
export const stepLook = (application: ApplicationDetail, now: number): 'primary' | 'secondary' =>
  firstDayStage(application, now, readSettings().timeZone) === 'unset' ? 'secondary' : 'primary';

interface ThumbBarProps {
  application: ApplicationDetail;
  tab: Tab;
  star: Star | null;
  decision: PendingDecision | null;
  /** Opens the next applicant; null if there is none. */
  onNext: (() => void) | null;
  tabPath: (tab: Tab) => string;
  state: ListOrigin | null;
}

/** Decline, shortlist and next, for an applicant whom the user has not decided on. */
const Decisions = ({ star, decision, onNext }: Pick<ThumbBarProps, 'star' | 'decision' | 'onNext'>) => {
  const t = useText();
  return (
    <>
      {decision && <DeclineButton decision={decision} className={styles.word} />}
      {star && (
        <Button className={styles.word} busy={star.isPending} onClick={({ detail }) => detail < 2 && star.onToggle()}>
          {t('applicant.shortlist')}
        </Button>
      )}
      {onNext && <IconButton icon="sortDown" look="secondary" label={t('applicant.next')} onClick={onNext} />}
    </>
  );
};

/**
 * The bar at the bottom of a phone: call and message, and then the decision or, after it, the next step. The messages
 * tab hides the bar to leave room for the text box.
 */
export const ThumbBar = ({ application, tab, star, decision, onNext, tabPath, state }: ThumbBarProps) => {
  const [now] = useState(serverNow);
  if (!useMedia(PHONE) || tab === 'messages') return null;
  const isUndecided = tab === 'profile' && decision !== null && !application.isShortListed;
  const step = nextStep(application, now);
  const look = stepLook(application, now);
  const isOnOtherTab = TAB_OF[step] !== tab && !isUndecided;
  const isWriting = isOnOtherTab && TAB_OF[step] === 'messages';
  const textClass = isOnOtherTab || isUndecided ? 'unseen-on-phone' : undefined;
  return (
    <div className={styles.thumb} data-deciding={isUndecided || undefined}>
      {isOnOtherTab && (
        <ButtonLink to={tabPath(TAB_OF[step])} state={state} look={look} className={styles.next}>
          <T id={`applicant.step.${step}`} />
        </ButtonLink>
      )}
      {application.user.phone && (
        <a className={`${buttons.button} ${buttons.secondary}`} href={`tel:${application.user.phone}`}>
          <Icon name="phone" />
          <span className={textClass}>
            <T id="applicant.call" />
          </span>
        </a>
      )}
      {!isWriting && (
        <ButtonLink to={tabPath('messages')} state={state} icon="inbox">
          <span className={textClass}>
            <T id="applicant.step.write" />
          </span>
        </ButtonLink>
      )}
      {isUndecided ? (
        <Decisions star={star} decision={decision} onNext={onNext} />
      ) : (
        star && <StarButton application={application} star={star} />
      )}
    </div>
  );
};
