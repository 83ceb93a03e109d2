import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { fullName, shortName } from '../../../contract/constants/text';
import {
  declineRequested,
  selectIsDecisionPending,
  lastDecision,
  reopenRequested,
  type LastDecision,
  type AppointmentQuestion as Question,
} from '../../domains/decisions';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import {
  selectApplication,
  selectPageLeft,
  selectWaitingAct,
  shortlistToggled,
  type ApplicationRow,
} from '../../domains/applications';
import { selectHasPageKeys } from '../../domains/preferences';
import { pageKey } from '../../lib/pageKey';
import { paths } from '../../lib/paths';
import { serverNow } from '../../lib/serverClock';
import { Button, ButtonLink, IconButton } from '../../ui/Button';
import { useText, useDateLocale } from '../../ui/text';
import { useNowEach } from '../../ui/ticker';
import { useTellText } from './useTellText';
import { dayOf, shortWallTime } from '../../lib/dates';
import { ConfirmDialog } from '../../ui/Modal';
import { DecisionActions } from './DecisionActions';
import styles from './Decisions.module.css';

/** Asks whether to decline an applicant and cancel the interview: docs/PRODUCT.md#deciding. */
export const AppointmentQuestion = ({ question, onClose }: { question: Question; onClose: () => void }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const dateLocale = useDateLocale();
  const [now] = useState(serverNow);
  const { startAt, reach, ...asked } = question;
  const { name, options } = asked;
  const day = startAt === null ? 'unknown' : dayOf(startAt, now);
  const values = {
    day,
    reach: reach ?? 'unknown',
    time: startAt?.slice(11, 16) ?? '',
    date: startAt === null ? '' : (shortWallTime(startAt, dateLocale) ?? ''),
  };
  return (
    <ConfirmDialog
      open
      title={t('decisions.appointment.title', { name })}
      text={t('decisions.appointment.text', values)}
      action={t('decisions.appointment.action')}
      cancel={t('decisions.appointment.keep')}
      onConfirm={() => dispatch(declineRequested({ ...asked, options: { ...options, cancelAppointment: true } }))}
      onCancel={onClose}
    />
  );
};

interface OtherWayOfferProps extends Pick<NonNullable<ApplicationRow['otherWay']>, 'by'> {
  open: NonNullable<NonNullable<ApplicationRow['otherWay']>['open']>;
}

/** Offers to decline the person's other application, which came another way: docs/PRODUCT.md#deciding. */
const OtherWayOffer = ({ by, open }: OtherWayOfferProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { applicationId, jobTitle } = open;
  const isPending = useAppSelector(selectIsDecisionPending(applicationId));
  const known = useAppSelector(selectApplication(applicationId));
  const handleClick = () => {
    dispatch(
      declineRequested({ applicationId, name: fullName(open), options: { reason: 'duplicate' }, isOther: true }),
    );
  };
  // A colleague may have decided on it meanwhile.
  if (known?.decision) return null;
  return (
    <Button small busy={isPending} onClick={handleClick}>
      {t('decisions.bar.other', { by, name: shortName(open), job: jobTitle })}
    </Button>
  );
};

const UNDO_KEY = 'Z';

/** Calls `onUndo` for the key Z outside text fields, unless the user turned shortcuts off. */
const useUndoKey = (onUndo: () => void) => {
  const isOn = useAppSelector(selectHasPageKeys);
  const undo = useEffectEvent(onUndo);
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (pageKey(event) !== UNDO_KEY.toLowerCase() || event.repeat) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
};

/** While a decline is under way there is nothing to undo yet: Z is kept until the bar appears. */
export const EarlyUndo = ({ onUndo }: { onUndo: () => void }) => {
  useUndoKey(onUndo);
  return null;
};

/** Undoes a decision, at once if `isUndone`. An undo cannot be undone. */
const useUndo = (
  row: ApplicationRow,
  { kind }: LastDecision,
  { isUndone, onUndone }: Pick<LastDecisionBarProps, 'isUndone' | 'onUndone'>,
) => {
  const dispatch = useAppDispatch();
  const other = row.otherWay?.open?.applicationId ?? row.id;
  const isOwnPending = useAppSelector(selectIsDecisionPending(row.id));
  // Until the answer, an undo would act on the first decision.
  const isOtherPending = useAppSelector(selectIsDecisionPending(other));
  const isPending = isOwnPending || isOtherPending;
  const page = useAppSelector(selectPageLeft(row.id));
  const isUndoing = useRef(false);
  const report = useEffectEvent(() => onUndone?.(row, page));
  useEffect(() => {
    if (kind !== 'reopened' || !isUndoing.current) return;
    isUndoing.current = false;
    report();
  }, [kind]);
  const undo = () => {
    if (isPending || kind === 'reopened') return;
    if (kind === 'shortlisted') {
      dispatch(shortlistToggled({ id: row.id, isShortlisted: false }));
      dispatch(lastDecision.withdraw());
      onUndone?.(row, null);
      return;
    }
    isUndoing.current = true;
    dispatch(reopenRequested({ applicationId: row.id }));
  };
  useUndoKey(undo);
  const undoAtOnce = useEffectEvent(undo);
  useEffect(() => {
    if (isUndone) undoAtOnce();
  }, [isUndone]);
  return { undo, isPending };
};

/** Seconds between clock updates. */
const STEP = 10;

interface LastDecisionBarProps {
  last: LastDecision;
  row: ApplicationRow;
  /** True if the user already asked for the undo. */
  isUndone: boolean;
  /** Gives the text for screen readers; must be stable. */
  onAnnounce: (text: string) => void;
  /** Called after an undo with the row and the number of the page that it left. */
  onUndone?: ((row: ApplicationRow, page: number | null) => void) | undefined;
}

export const LastDecisionBar = ({ last, row, isUndone, onAnnounce, onUndone }: LastDecisionBarProps) => {
  const t = useText();
  const tellText = useTellText();
  const dispatch = useAppDispatch();
  const now = useNowEach(STEP);
  const { kind, wasTold, cancelledAppointment, isOther } = last;
  const { undo, isPending } = useUndo(row, last, { isUndone, onUndone });
  const { user, decision, otherWay, reach = 'product' } = row;
  const undoButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // Makes room for the bar. A rule with `:has()` would style the whole page again.
    const { dataset } = document.documentElement;
    dataset.decided = '';
    return () => void delete dataset.decided;
  }, []);
  const name = shortName(user);
  const act = useAppSelector(selectWaitingAct(row.id));
  const more = {
    declined: decision && tellText(decision, Math.max(now, Date.parse(decision.at))),
    reopened: t(wasTold ? 'decisions.bar.wasTold' : 'decisions.bar.wasNotTold', { reach }),
    shortlisted: null,
  }[kind];
  const title = t(`decisions.bar.${kind}`, { name });
  const isReopened = kind === 'reopened';
  const cancelled =
    cancelledAppointment && t(isReopened ? 'decisions.bar.staysCancelled' : 'decisions.bar.cancelled', { name, reach });
  // The person has more than one application.
  const job = otherWay ? `(${row.job.title})` : null;
  const waits = act && t('decisions.waiting', { act });
  const text = [title, job, cancelled, waits ?? more].filter(Boolean).join(' ');
  useEffect(() => {
    onAnnounce(text);
    return () => onAnnounce('');
  }, [onAnnounce, text]);
  const isPast = kind === 'shortlisted' && row.stage?.key === 'invited';
  useEffect(() => {
    // Somebody who is invited meanwhile must not lose the star by a press that was meant for the invitation.
    if (isPast) dispatch(lastDecision.withdraw());
  }, [isPast, dispatch]);
  useEffect(() => {
    // The button that declined the other application disappeared with the previous bar.
    if (isOther && document.activeElement === document.body) undoButton.current?.focus();
  }, [isOther]);
  return (
    <div className={styles.room}>
      <section className={styles.bar} aria-label={t('decisions.bar.label')}>
        <p className={styles.text}>
          <strong>{title}</strong>
          {job && <span>{job}</span>}
          {cancelled && <span>{cancelled}</span>}
          {(waits ?? more) && <span>{waits ?? more}</span>}
        </p>
        {isReopened && cancelled && (
          <ButtonLink small to={paths.jobDetail(row.jobId, row.id, 'appointment')}>
            {t('decisions.bar.invite')}
          </ButtonLink>
        )}
        {!isReopened && (
          <Button ref={undoButton} small busy={isPending} aria-keyshortcuts={UNDO_KEY} onClick={undo}>
            <span>{t('decisions.undo')}</span> <kbd className={styles.key}>{UNDO_KEY}</kbd>
          </Button>
        )}
        {kind === 'declined' && (otherWay?.open || decision) && (
          <div className={styles.more}>
            {otherWay?.open && <OtherWayOffer by={otherWay.by} open={otherWay.open} />}
            {decision && <DecisionActions row={row} decision={decision} />}
          </div>
        )}
        <IconButton
          small
          icon="close"
          label={t('decisions.bar.close')}
          onClick={() => dispatch(lastDecision.withdraw())}
        />
      </section>
    </div>
  );
};
