import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { selectLocale, selectTheme } from '../domains/preferences';
import { shownTexts, showLocale, watchTexts } from '../lib/texts';
import { useAppSelector } from '../store/hooks';

/** Gives texts in the chosen language, and says language and theme to the document; the old texts stay until the new come. */
export const Localised = ({ children }: { children: ReactNode }) => {
  const locale = useAppSelector(selectLocale);
  const texts = useSyncExternalStore(watchTexts, shownTexts);
  const theme = useAppSelector(selectTheme);
  const language = texts?.locale;
  useEffect(() => showLocale(locale), [locale]);
  useEffect(() => {
    if (language) document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  if (!texts) return null;
  return (
    <IntlProvider locale={texts.locale} defaultLocale="en" messages={texts.messages}>
      {children}
    </IntlProvider>
  );
};
