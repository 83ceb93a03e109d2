let loadLaterWork: () => Promise<void> = () => Promise.resolve();

/** Sets how the rest of the daily work (laterWork.ts) loads. Without a call it counts as loaded. */
export const setLaterWorkLoader = (loader: () => Promise<void>): void => void (loadLaterWork = loader);

/** Loads a module together with the rest of the daily work. */
export const withLaterWork = async <T>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), loadLaterWork()]);
  return loaded;
};
