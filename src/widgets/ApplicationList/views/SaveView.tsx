import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/Button';
import { T } from '../../../ui/text';
import type { ApplicationsAddress } from '../useApplicationsAddress';

// Most visits save no view.
const ViewDialog = lazy(async () => ({ default: (await import('./ViewDialog')).ViewDialog }));

interface SaveViewProps {
  address: ApplicationsAddress;
  /** The list is a changed view. */
  isChanged?: boolean;
}

/** The button that saves the filters and the order of the list as a view. */
export const SaveView = ({ address, isChanged = false }: SaveViewProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="quiet" small onClick={() => setIsOpen(true)}>
        <T id={isChanged ? 'views.saveAsNew' : 'views.save'} />
      </Button>
      <Suspense>{isOpen && <ViewDialog address={address} view={null} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
};
