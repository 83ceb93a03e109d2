import {
  useEffect,
  useSyncExternalStore,
  type ReactNode,
  createContext,
  startTransition,
  use,
  useCallback,
  useMemo,
  useState,
} from 'react';
import { IntlProvider } from 'react-intl';
import { selectLocale, selectTheme } from '../domains/preferences';
import { languageOf } from '../lib/locales';
import { BASE_PATH } from '../lib/paths';
import { showTheme } from '../lib/theme';
import { shownTexts, showLocale, watchTexts } from '../lib/texts';
import { useAppSelector } from '../store/hooks';
import { ProgressLine } from '../ui/ProgressLine';

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
    if (!language) return;
    document.documentElement.lang = language;
    const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    if (manifest) manifest.href = `${BASE_PATH}/manifest.${languageOf(language)}.webmanifest`;
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

interface WorkplaceState {
  isOpen: boolean;
  open: () => void;
}

const WorkplaceContext = createContext<WorkplaceState>({ isOpen: true, open: () => undefined });

export interface WorkplaceLoader {
  /** Loads the texts and domains of the daily work; returns the same promise each time. */
  load: () => Promise<unknown>;
  /** Returns whether they have loaded, so that the first page renders only once. */
  hasLoaded: () => boolean;
}

interface WorkplaceProviderProps extends WorkplaceLoader {
  children: ReactNode;
}

/** Tells its children whether the domains of the daily work have loaded; the sign-in page does not need them. */
export const WorkplaceProvider = ({ load, hasLoaded, children }: WorkplaceProviderProps) => {
  const [isOpen, setOpen] = useState(hasLoaded);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const open = useCallback(() => {
    load().then(
      // React renders the first page in short slices, so a slow phone stays responsive.
      () => startTransition(() => setOpen(true)),
      (error: unknown) => setFailure({ error }),
    );
  }, [load]);
  const workplace = useMemo(() => ({ isOpen, open }), [isOpen, open]);
  // Passes a failed load to the nearest error boundary.
  if (failure) throw failure.error;
  return <WorkplaceContext value={workplace}>{children}</WorkplaceContext>;
};

/** Returns whether the domains of the daily work have loaded; for parts outside the pages. */
export const useIsWorkplaceOpen = (): boolean => use(WorkplaceContext).isOpen;

/** Shows a page once those domains have loaded. */
export const Workplace = ({ children }: { children: ReactNode }) => {
  const { isOpen, open } = use(WorkplaceContext);
  useEffect(() => {
    if (!isOpen) open();
  }, [isOpen, open]);
  return isOpen ? children : <ProgressLine />;
};
