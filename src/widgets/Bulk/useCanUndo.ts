import { useEffect, useState } from 'react';
import { canUndo, type Bulk } from '../../domains/bulks';
import { serverNow } from '../../lib/serverClock';

/** Milliseconds between two looks at the clock: messages can be recalled for some seconds only. */
const TICK = 1000;

/** Returns whether the server can still revert something of a bulk action. */
export const useCanUndo = (bulk: Bulk): boolean => {
  const [now, setNow] = useState(serverNow);
  const isUndoable = canUndo(bulk, now);
  const endsSoon = isUndoable && bulk.action === 'message';
  useEffect(() => {
    if (!endsSoon) return undefined;
    const timer = setInterval(() => setNow(serverNow()), TICK);
    return () => clearInterval(timer);
  }, [endsSoon]);
  return isUndoable;
};
