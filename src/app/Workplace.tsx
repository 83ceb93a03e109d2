import { createContext, startTransition, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { ProgressLine } from '../ui/ProgressLine';

interface Opening {
  isOpen: boolean;
  open: () => void;
}

const OpeningContext = createContext<Opening>({ isOpen: true, open: () => undefined });

interface WorkplaceProviderProps {
  /** Loads the texts and domains of the daily work; returns the same promise each time. */
  load: () => Promise<unknown>;
  children: ReactNode;
}

/** Provides whether the domains of the daily work, which the sign-in page does not need, have loaded. */
export const WorkplaceProvider = ({ load, children }: WorkplaceProviderProps) => {
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const open = useCallback(() => {
    load().then(
      // React renders the first page in short slices, so a slow phone stays responsive.
      () => startTransition(() => setOpen(true)),
      (error: unknown) => setFailure({ error }),
    );
  }, [load]);
  const opening = useMemo(() => ({ isOpen, open }), [isOpen, open]);
  // Passes a failed load to the nearest error boundary.
  if (failure) throw failure.error;
  return <OpeningContext value={opening}>{children}</OpeningContext>;
};

/** Returns whether those domains have loaded, for parts outside the pages. */
export const useIsWorkplaceOpen = (): boolean => use(OpeningContext).isOpen;

/** Shows a page once those domains have loaded. */
export const Workplace = ({ children }: { children: ReactNode }) => {
  const { isOpen, open } = use(OpeningContext);
  useEffect(() => {
    if (!isOpen) open();
  }, [isOpen, open]);
  return isOpen ? children : <ProgressLine />;
};
