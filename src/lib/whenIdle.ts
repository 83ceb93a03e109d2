/** Runs a function when the browser has nothing else to do. Safari has no `requestIdleCallback`. */
export const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 200);
};
