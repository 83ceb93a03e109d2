import { createContext, type ReactNode } from 'react';

/** What a replay of a support trace shows instead of parts that it cannot draw. */
interface Replay {
  /** Replaces a screen that crashed. */
  brokenScreen: ReactNode;
  /** Dialogs open in it, not over the whole window, so that they never cover the replay's own buttons. */
  container: HTMLElement;
  /** Replaces a page or form of another server, which a trace does not contain. */
  foreignPage: ReactNode;
}

/** Null on the user's own page. */
export const ReplayContext = createContext<Replay | null>(null);
