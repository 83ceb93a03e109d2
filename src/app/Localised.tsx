import { useEffect, useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import type { Language } from '../../contract/constants/options';
import { selectLocale, selectTheme } from '../domains/preferences';
import { loadMessages, type Messages } from '../lib/intl';
import { useAppSelector } from '../store/hooks';

interface Texts {
  locale: Language;
  messages: Messages;
}

const useTexts = (locale: Language): Texts | null => {
  const [texts, setTexts] = useState<Texts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (messages: Messages) => {
      if (isCurrent) setTexts({ locale, messages });
    };
    // Texts that did not arrive are tried once more; then the old language stays.
    loadMessages(locale)
      .catch(() => loadMessages(locale))
      .then(show, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  return texts;
};

/** Gives texts in the chosen language, and says language and theme to the document; the old texts stay until the new come. */
export const Localised = ({ children }: { children: ReactNode }) => {
  const texts = useTexts(useAppSelector(selectLocale));
  const theme = useAppSelector(selectTheme);
  const language = texts?.locale;
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
