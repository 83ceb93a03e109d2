import { createContext, startTransition, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { ProgressLine } from '../ui/ProgressLine';

interface Opening {
  isOpen: boolean;
  open: () => void;
}

const OpeningContext = createContext<Opening>({ isOpen: true, open: () => undefined });

interface WorkplaceProviderProps {
  /** Brings the texts and the domains of the daily work; the same promise each time. */
  load: () => Promise<unknown>;
  children: ReactNode;
}

/** Knows whether the part of the program that the sign-in page does without has come. */
export const WorkplaceProvider = ({ load, children }: WorkplaceProviderProps) => {
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const open = useCallback(() => {
    load().then(
      // The first page is drawn in short pieces: a slow phone stays at hand.
      () => startTransition(() => setOpen(true)),
      (error: unknown) => setFailure({ error }),
    );
  }, [load]);
  const opening = useMemo(() => ({ isOpen, open }), [isOpen, open]);
  // To the nearest error boundary: a part of the program that did not arrive.
  if (failure) throw failure.error;
  return <OpeningContext value={opening}>{children}</OpeningContext>;
};

/** Whether that part is there, for what stands around the pages. */
export const useIsWorkplaceOpen = (): boolean => use(OpeningContext).isOpen;

/** Shows a page once that part is there. */
export const Workplace = ({ children }: { children: ReactNode }) => {
  const { isOpen, open } = use(OpeningContext);
  useEffect(() => {
    if (!isOpen) open();
  }, [isOpen, open]);
  return isOpen ? children : <ProgressLine />;
};
