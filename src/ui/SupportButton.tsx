import { createContext, use } from 'react';
import { Button } from './Button';
import { T } from './text';

/** Opens the preview of the support trace; null where there is no preview. */
export const SupportContext = createContext<(() => void) | null>(null);

/** A button beside an error that opens the preview of the support trace. */
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
