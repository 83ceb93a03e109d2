import { useState, type MouseEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { fullName } from '../../../contract/constants/text';
import { acceptsFeedback } from '../../../contract/rules/feedback';
import { type ApplicationDetail, nextStep } from '../../domains/applications';
import { firstDayStage } from '../../domains/firstDay';
import { readSettings } from '../../lib/settings';
import { type ListOrigin, listOriginOf } from '../../lib/pageKey';
import { serverNow } from '../../lib/serverClock';
import { Button, ButtonLink, IconButton } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { T, useText } from '../../ui/text';
import { PHONE, useMedia } from '../../ui/useMedia';
import buttons from '../../ui/Button.module.css';
import { cx } from '../../ui/cx';
import { useNavigate } from '../../ui/router';
import { paths } from '../../lib/paths';
import { TAB_OF, type Tab } from './address';
import styles from './Applicant.module.css';

/** The shortlist toggle of an application whose job is active. */
export interface Star {
  isPending: boolean;
  onToggle: () => void;
}

/**
 * Shows whether the application is on the shortlist. It changes after the server has accepted the toggle:
 * docs/PRODUCT.md#shortlist.
 */
export const StarButton = ({ application, star }: { application: ApplicationDetail; star: Star }) => {
  const t = useText();
  const { user, isShortListed } = application;
  const name = fullName(user);
  return (
    <IconButton
      icon="star"
      look="secondary"
      filled={isShortListed}
      className={cx(isShortListed && styles.starred)}
      aria-pressed={isShortListed}
      aria-busy={star.isPending || undefined}
      label={t(isShortListed ? 'applications.card.remove' : 'applications.card.add', { name })}
      onClick={({ detail }) => detail < 2 && star.onToggle()}
    />
  );
};

/** Declining an application that is still open. */
export interface PendingDecision {
  isPending: boolean;
  onDecline: () => void;
}

/** The second click of a double click does not decline the next applicant. */
export const DeclineButton = ({ decision, className }: { decision: PendingDecision; className?: string }) => {
  const t = useText();
  return (
    <Button
      className={className}
      busy={decision.isPending}
      aria-keyshortcuts="R"
      onClick={({ detail }) => detail < 2 && decision.onDecline()}
    >
      {t('applicant.decline')}
    </Button>
  );
};

interface BackLinkProps {
  jobId: number;
  /** Shows a cross, which closes the applicant beside the list. */
  closes?: boolean;
}

/** An icon that leads back to the list at its old scroll offset, or to the job's list if the user came from no list. */
export const BackLink = ({ jobId, closes = false }: BackLinkProps) => {
  const t = useText();
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const origin = listOriginOf(state);
  const label = t(closes ? 'applicant.close' : 'applicant.back');
  const handleClick = (event: MouseEvent) => {
    if (!origin || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(-origin.depth);
  };
  return (
    <ButtonLink
      to={origin?.list ?? `${paths.jobDetail(jobId)}${search}`}
      look="quiet"
      small
      icon={closes ? 'close' : 'back'}
      className={closes ? undefined : styles.back}
      aria-label={label}
      title={label}
      onClick={handleClick}
    />
  );
};

/** Whether a tab leaves the main button to the next step. */
const isWithoutForm = ({ appointment }: ApplicationDetail, tab: Tab): boolean =>
  tab === 'profile' || (tab === 'feedback' && !acceptsFeedback(appointment?.status.name ?? null));

/**
 * Returns the look of the button of the next step. A tab with a form has a main button of its own, and so has a first
 * day that is not set.
 */
export const stepLook = (application: ApplicationDetail, tab: Tab, now: number): 'primary' | 'secondary' =>
  isWithoutForm(application, tab) && firstDayStage(application, now, readSettings().timeZone) !== 'unset'
    ? 'primary'
    : 'secondary';

/** Returns whether the bar of a phone offers to decline the applicant; elsewhere the menu of the header does. */
export const barOffersDecline = (decision: PendingDecision | null, application: ApplicationDetail, tab: Tab): boolean =>
  isWithoutForm(application, tab) && decision !== null && !application.isShortListed;

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

/** Shortlist and decline, for an applicant whom the user has not decided on. */
const Decisions = ({
  look,
  star,
  decision,
}: Pick<ThumbBarProps, 'star' | 'decision'> & { look: ReturnType<typeof stepLook> }) => {
  const t = useText();
  return (
    <>
      {star && (
        <Button
          look={look}
          className={styles.word}
          busy={star.isPending}
          onClick={({ detail }) => detail < 2 && star.onToggle()}
        >
          {t('applications.swipe.shortlist')}
        </Button>
      )}
      {decision && <DeclineButton decision={decision} className={styles.word} />}
    </>
  );
};

/**
 * The bar at the bottom of a phone: the decision or, after it, the next step, and then call and message. The messages
 * tab hides the bar to leave room for the text box, and an erased person has none.
 */
export const ThumbBar = ({ application, tab, star, decision, onNext, tabPath, state }: ThumbBarProps) => {
  const t = useText();
  const [now] = useState(serverNow);
  const isPhone = useMedia(PHONE);
  const step = nextStep(application, now);
  if (!isPhone || tab === 'messages' || !step) return null;
  const isUndecided = barOffersDecline(decision, application, tab);
  const look = stepLook(application, tab, now);
  // The card with the first day stands above the tabs, where this page may have scrolled past it.
  const isFirstDayNext =
    step === 'write' && tab !== 'profile' && firstDayStage(application, now, readSettings().timeZone) === 'unset';
  const target = isFirstDayNext ? 'profile' : TAB_OF[step];
  const isOnOtherTab = step !== 'decide' && target !== tab && !isUndecided;
  const isWriting = isOnOtherTab && target === 'messages';
  const textClass = isOnOtherTab || isUndecided ? 'unseen-on-phone' : undefined;
  return (
    <div className={styles.thumb} data-deciding={isUndecided || undefined}>
      {isOnOtherTab && (
        <ButtonLink to={tabPath(target)} state={state} look={look} className={styles.next}>
          <T id={isFirstDayNext ? 'firstDay.title' : `applicant.step.${step}`} />
        </ButtonLink>
      )}
      {isUndecided && <Decisions look={look} star={star} decision={decision} />}
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
      {isUndecided && onNext && (
        <IconButton
          icon="sortDown"
          look="secondary"
          className={styles.skip}
          label={t('applicant.next')}
          onClick={onNext}
        />
      )}
      {!isUndecided && star && <StarButton application={application} star={star} />}
    </div>
  );
};
