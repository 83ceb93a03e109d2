/** Whether the page is visible. */
export interface Visibility {
  isHidden: () => boolean;
  /** Also calls `onChange` when the browser is online again. Returns a function that stops listening. */
  listen: (onChange: () => void) => () => void;
}

/** Reports the visibility of this tab. */
export const documentVisibility: Visibility = {
  isHidden: () => document.visibilityState === 'hidden',
  listen: (onChange) => {
    document.addEventListener('visibilitychange', onChange);
    addEventListener('online', onChange);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      removeEventListener('online', onChange);
    };
  },
};
