import { useCallback, useEffect, useRef, useState, useId, type KeyboardEvent } from 'react';
import {
  draftKeyOf,
  mergeDraft,
  outboxActions,
  selectDraft,
  type PendingMessage,
  roomLeft,
  toBody,
  type Thread,
} from '../../domains/chat';
import { selectUser } from '../../domains/session';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { ConfirmDialog } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import { IconButton } from '../../ui/Button';
import { COARSE, useMedia } from '../../ui/useMedia';
import styles from './Composer.module.css';

/** Milliseconds without a key after which the draft is stored. */
const PAUSE = 500;

interface Draft {
  text: string;
  type: (text: string) => void;
  /** Stores the typed text at once. */
  flush: () => void;
  /** Forgets the typed text, which was sent. */
  clear: () => void;
}

/**
 * Holds the draft of a conversation. Keys change only this component; the store, the storage and the other tabs get the
 * text after a pause, on blur, and when the user leaves the conversation or the page.
 */
const useDraft = (ownerId: number, threadId: number): Draft => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const key = draftKeyOf(ownerId, threadId);
  const writerId = useAppSelector(selectUser)?.id;
  const stored = useAppSelector(selectDraft(ownerId, threadId));
  const [typed, setTyped] = useState<string | null>(null);
  const pending = useRef<{ before: string; text: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const clear = useCallback(() => {
    clearTimeout(timer.current);
    pending.current = null;
    setTyped(null);
  }, []);
  const flush = useCallback(() => {
    const now = pending.current;
    clear();
    // Signing out deletes the user's drafts before the conversation unmounts; storing now would bring one back.
    if (!now || selectUser(store.getState())?.id !== writerId) return;
    const text = mergeDraft(now.before, selectDraft(ownerId, threadId)(store.getState()), now.text);
    dispatch(outboxActions.draftTyped({ key, text }));
  }, [clear, dispatch, store, key, ownerId, threadId, writerId]);
  const type = (text: string) => {
    pending.current = { before: pending.current?.before ?? stored, text };
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, PAUSE);
  };

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);
  return { text: typed ?? stored, type, flush, clear };
};

/**
 * Shows the result of the content check of a message; the user takes the message back or sends it anyway:
 * docs/PRODUCT.md#message-check.
 */
export const CheckDialog = ({ pending }: { pending: readonly PendingMessage[] }) => {
  const dispatch = useAppDispatch();
  const awaitingCheck = pending.find(({ sending }) => sending.status === 'asked');
  if (awaitingCheck?.sending.status !== 'asked') return null;
  const { clientId, sending } = awaitingCheck;
  const isImproper = sending.next === 1;
  return (
    <ConfirmDialog
      key={`${clientId}-${sending.next}`}
      open
      title={<T id={isImproper ? 'conversation.check.improper' : 'conversation.check.sleep'} />}
      text={sending.text || <T id={isImproper ? 'conversation.check.improperText' : 'conversation.check.sleepText'} />}
      action={<T id="conversation.check.action" />}
      onConfirm={() => dispatch(outboxActions.insisted({ clientId }))}
      onCancel={() => dispatch(outboxActions.takenBack({ clientId }))}
    />
  );
};

/** Shows the counter when this many characters are left. */
const COUNTED_FROM = 200;

/** Controls that keep the focus when a conversation opens: the user types there, or moves along a list of tabs. */
const IN_USE = 'input, textarea, select, [role="tab"], [role="dialog"]';

/**
 * The box for a new message. It keeps the text as a draft until the user sends it, and does not wait for the server.
 */
export const Composer = ({ thread, ownerId }: { thread: Thread; ownerId: number }) => {
  const t = useText();
  const id = useId();
  const dispatch = useAppDispatch();
  const input = useRef<HTMLTextAreaElement>(null);
  const { id: threadId, userId, user } = thread;
  const { text: draft, type, flush, clear } = useDraft(ownerId, threadId);
  const left = roomLeft(draft);
  // The keyboard of a touch screen would cover the messages, and its only way to a new line is Enter.
  const isTouch = useMedia(COARSE);
  useEffect(() => {
    if (!isTouch && !document.activeElement?.closest(IN_USE)) input.current?.focus({ preventScroll: true });
  }, [isTouch, threadId]);

  const send = () => {
    const body = toBody(draft);
    // If the text is empty or too long, nothing is sent and the focus stays in the box: docs/PRODUCT.md#conversation.
    if (body !== null) {
      clear();
      dispatch(outboxActions.messageSubmitted({ ownerId, threadId, userId, workerId: user.id, body }));
    }
    input.current?.focus({ preventScroll: true });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isTouch || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={input}
        rows={1}
        className={styles.input}
        aria-label={t('conversation.input')}
        aria-describedby={`${id}-hint`}
        aria-invalid={left < 0 || undefined}
        placeholder={t('conversation.input')}
        enterKeyHint={isTouch ? 'enter' : 'send'}
        value={draft}
        onChange={(event) => type(event.target.value)}
        onBlur={flush}
        onKeyDown={handleKey}
      />
      <IconButton type="submit" look="primary" icon="send" label={t('conversation.send')} className={styles.send} />
      <p id={`${id}-hint`} className={left < 0 ? styles.tooLong : styles.hint}>
        {left >= COUNTED_FROM && !isTouch && <T id="conversation.hint" />}
        {left < COUNTED_FROM && (
          <T
            role="status"
            id={left < 0 ? 'conversation.tooLong' : 'conversation.left'}
            values={{ count: Math.abs(left) }}
          />
        )}
      </p>
    </form>
  );
};
