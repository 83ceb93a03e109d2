/** Whether anybody can see the page. */
export interface Visibility {
  isHidden: () => boolean;
  /** Also told when the browser has a network again. Answers the function that ends listening. */
  listen: (onChange: () => void) => () => void;
}

/** The tab as the browser knows it. */
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
