/** Shows the chosen colours; `system` follows the device. Also colours the browser's own bar on phones. */
export const showTheme = (theme: string): void => {
  const isChosen = theme === 'dark' || theme === 'light';
  if (isChosen) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset.scheme ?? '';
    meta.media = isChosen ? (scheme === theme ? 'all' : 'not all') : `(prefers-color-scheme: ${scheme})`;
  }
};

/** Returns the stored choice, `get` by its key in the storage; `system` without a readable one. */
export const readStoredTheme = (get: (key: string) => string | null): string => {
  try {
    // redux-persist stores each field as JSON of its own.
    const { theme } = JSON.parse(get('persist:preferences') ?? '{}') as { theme?: string };
    return JSON.parse(theme ?? '"system"') as string;
  } catch {
    return 'system';
  }
};
