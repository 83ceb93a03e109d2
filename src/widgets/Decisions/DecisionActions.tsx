import { useId, useState, type FormEvent } from 'react';
import {
  DECLINE_REASONS,
  type DeclineReason,
  DECLINE_NOTE_MAX,
  DECLINE_NOTE_MIN,
} from '../../../contract/constants/decisions';
import { outOfNight } from '../../../contract/rules/night';
import type { Decision } from '../../../contract/schemas/decisions';
import {
  changeRequested,
  lastDecision,
  mayStayUntold,
  selectIsChangePending,
  reopenRequested,
  selectIsDecisionPending,
} from '../../domains/decisions';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Menu, MenuChoice } from '../../ui/Menu';
import { useText } from '../../ui/text';
import { useLeaveQuestion } from '../../ui/FormModal';
import { Modal } from '../../ui/Modal';
import { PlainField } from '../../ui/PlainField';
import { formatDay } from '../../lib/dates';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { useNowEach } from '../../ui/ticker';
import { useTellText } from './useTellText';
import styles from './Decisions.module.css';

interface NoteDialogProps {
  note: string;
  onSave: (note: string) => void;
  onCancel: () => void;
}

/** Asks for the text of the reason `other`. */
const NoteDialog = ({ note, onSave, onCancel }: NoteDialogProps) => {
  const t = useText();
  const id = useId();
  const [text, setText] = useState(note);
  const [isRefused, setIsRefused] = useState(false);
  const trimmed = text.trim();
  const isShort = trimmed.length < DECLINE_NOTE_MIN;
  const { ask, question } = useLeaveQuestion(onCancel);
  const handleClose = () => (trimmed === note ? onCancel() : ask());
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isShort) setIsRefused(true);
    else onSave(trimmed);
  };
  return (
    <>
      <Modal
        open
        title={t('decisions.note.title')}
        text={t('decisions.note.text')}
        focusOn="input"
        onClose={handleClose}
        foot={
          <>
            <Button onClick={handleClose}>{t('ui.cancel')}</Button>
            <Button type="submit" form={id} look="primary">
              {t('decisions.note.action')}
            </Button>
          </>
        }
      >
        <form id={id} className="space-16" noValidate onSubmit={handleSubmit}>
          <PlainField
            required
            label={t('decisions.note.label')}
            value={text}
            maxLength={DECLINE_NOTE_MAX}
            error={isRefused && isShort && t('decisions.note.length', { min: DECLINE_NOTE_MIN })}
            onChange={setText}
          />
        </form>
      </Modal>
      {question}
    </>
  );
};

/** Seconds between clock updates. */
const STEP = 10;

/** The value of the menu for a decline without a reason. */
const NONE = 'none';

interface DecisionActionsProps {
  row: { id: number };
  decision: Decision;
  /** The label of the reason's menu; the reason by default. */
  label?: string;
}

/** Changes the reason of a declined application, and when the applicant is told. */
export const DecisionActions = ({ row: { id }, decision, label }: DecisionActionsProps) => {
  const t = useText();
  const title = t('decisions.reason');
  const dispatch = useAppDispatch();
  const isPending = useAppSelector(selectIsChangePending(id));
  const [isWriting, setIsWriting] = useState(false);
  const { reason, note, tellAt, toldAt, toldBy } = decision;
  const { timeZone } = readSettings();
  const soonest = outOfNight(new Date(useNowEach(STEP)), timeZone);
  const isUntold = toldAt === null && toldBy !== 'none';
  const canTellSooner = isUntold && (tellAt === null || new Date(tellAt) > soonest);
  const change = (options: Parameters<typeof changeRequested>[0]['options']) =>
    dispatch(changeRequested({ applicationId: id, options }));
  const reasonText = (one: DeclineReason) => t(`options.declineReason.${one}`);
  const handleReason = (value: string) => {
    const chosen = DECLINE_REASONS.find((one) => one === value) ?? null;
    if (chosen === 'other') setIsWriting(true);
    else change({ reason: chosen, note: null });
  };
  const options = [
    { value: NONE, label: t('decisions.reason.none') },
    ...DECLINE_REASONS.map((value) => ({ value, label: reasonText(value) })),
  ];
  return (
    <>
      <Menu
        trigger={
          <Button small busy={isPending} aria-label={label ?? (reason ? `${title}: ${reasonText(reason)}` : undefined)}>
            <span>{label ?? (reason ? reasonText(reason) : title)}</span>
            <Icon name="down" size={16} />
          </Button>
        }
      >
        <MenuChoice label={title} value={reason ?? NONE} options={options} closes onChoose={handleReason} />
      </Menu>
      {canTellSooner && (
        <Button small busy={isPending} onClick={() => change({ tell: 'now' })}>
          {t('decisions.tellNow')}
        </Button>
      )}
      {isUntold && tellAt !== null && mayStayUntold(reason) && (
        <Button small busy={isPending} onClick={() => change({ reason, tell: 'never' })}>
          {t('decisions.neverTell')}
        </Button>
      )}
      {isWriting && (
        <NoteDialog
          note={note ?? ''}
          onSave={(text) => {
            setIsWriting(false);
            change({ reason: 'other', note: text });
          }}
          onCancel={() => setIsWriting(false)}
        />
      )}
    </>
  );
};

interface DecisionLineProps {
  row: { id: number; user: { isErased?: true } };
  decision: Decision;
}

/** Says who declined the application, why, and when the applicant is told, with the ways to change that. */
export const DecisionLine = ({ row, decision }: DecisionLineProps) => {
  const t = useText();
  const tellText = useTellText();
  const dispatch = useAppDispatch();
  const [now] = useState(serverNow);
  const isPending = useAppSelector(selectIsDecisionPending(row.id));
  const last = useAppSelector(lastDecision.select);
  const { at, by, reason, note } = decision;
  // The bar of the last decision says and offers the same.
  if (last?.applicationId === row.id) return null;
  return (
    <div className={styles.line}>
      <p className={styles.text}>
        <strong>{t('decisions.line', { name: by, date: formatDay(at) })}</strong>
        <span>{tellText(decision, Math.max(now, Date.parse(at)))}</span>
        {reason && <span>{note ?? t(`options.declineReason.${reason}`)}</span>}
      </p>
      {!row.user.isErased && (
        <>
          <Button small busy={isPending} onClick={() => dispatch(reopenRequested({ applicationId: row.id }))}>
            {t('decisions.reopen')}
          </Button>
          <DecisionActions row={row} decision={decision} label={t('decisions.changeReason')} />
        </>
      )}
    </div>
  );
};
