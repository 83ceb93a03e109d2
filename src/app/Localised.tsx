import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { selectLocale, selectTheme } from '../domains/preferences';
import { showTheme } from '../lib/theme';
import { shownTexts, showLocale, watchTexts } from '../lib/texts';
import { useAppSelector } from '../store/hooks';

/**
 * Provides the texts of the chosen language and sets the document's language and theme; old texts stay until the new
 * ones load.
 */
export const Localised = ({ children }: { children: ReactNode }) => {
  const locale = useAppSelector(selectLocale);
  const texts = useSyncExternalStore(watchTexts, shownTexts);
  const theme = useAppSelector(selectTheme);
  const language = texts?.locale;
  useEffect(() => {
    showLocale(locale);
  }, [locale]);
  useEffect(() => {
    if (language) document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    showTheme(theme);
  }, [theme]);
  if (!texts) return null;
  return (
    <IntlProvider locale={texts.locale} defaultLocale="en" messages={texts.messages}>
      {children}
    </IntlProvider>
  );
};
