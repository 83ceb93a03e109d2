import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { outboxActions, roomLeft, toBody, type Thread } from '../../domains/chat';
import { useAppDispatch } from '../../store/hooks';
import { IconButton } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { COARSE, useMedia } from '../../ui/useMedia';
import { useDraft } from './useDraft';
import styles from './Composer.module.css';

/** Shows the counter when this many characters are left. */
const COUNTED_FROM = 200;

/** Controls that keep the focus when a conversation opens: the user types there, or moves along a list of tabs. */
const IN_USE = 'input, textarea, select, [role="tab"], [role="dialog"]';

/**
 * The box for a new message. It keeps the text as a draft until the user sends it, and needs no response of the
 * server.
 */
export const Composer = ({ thread, ownerId }: { thread: Thread; ownerId: number }) => {
  const t = useText();
  const id = useId();
  const dispatch = useAppDispatch();
  const input = useRef<HTMLTextAreaElement>(null);
  const { id: threadId, userId, user } = thread;
  const { text: draft, type, flush, clear } = useDraft(ownerId, threadId);
  const left = roomLeft(draft);
  // There the keyboard would cover the messages, and its only way to a new line is Enter.
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
    input.current?.focus();
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
          <span role="status">
            <T id={left < 0 ? 'conversation.tooLong' : 'conversation.left'} values={{ count: Math.abs(left) }} />
          </span>
        )}
      </p>
    </form>
  );
};
