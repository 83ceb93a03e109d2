import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKeyOf, mergeDraft, outboxActions, selectDraft } from '../../domains/chat';
import { selectUser } from '../../domains/session';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';

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
export const useDraft = (ownerId: number, threadId: number): Draft => {
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
    // Signing out unmounts the conversation after it has deleted the user's drafts.
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
