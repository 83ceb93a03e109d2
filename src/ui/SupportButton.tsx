import { createContext, use } from 'react';
import { Button } from './Button';
import { T } from './text';

/** Opens the preview of the support trace; null where there is none. */
export const SupportContext = createContext<(() => void) | null>(null);

/** Stands at every error: what support needs to see it too. */
export const SupportButton = () => {
  const open = use(SupportContext);
  return (
    open && (
      <Button look="quiet" onClick={open}>
        <T id="ui.support.save" />
      </Button>
    )
  );
};
