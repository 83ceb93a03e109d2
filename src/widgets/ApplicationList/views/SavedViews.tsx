import { useEffect, type ReactNode, type RefObject } from 'react';
import { dataOr, type Loadable } from '../../../domains/kit/loadable';
import { selectViews, viewsRequested, type SavedView } from '../../../domains/views';
import { withLaterWork } from '../../../store/withLaterWork';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { ProgressLine } from '../../../ui/ProgressLine';
import { lazyPart } from '../../../ui/lazyPart';
import { useFocusAfterLoss } from '../../../ui/focusAfterLoss';
import type { ApplicationsAddress } from '../useApplicationsAddress';

// Many users have no views.
const load = () => withLaterWork(() => import('./ViewBar'));
const ViewBar = lazyPart(async () => (await load()).ViewBar);
const StoppedView = lazyPart(async () => (await load()).StoppedView, <ProgressLine />);

const NO_VIEWS: readonly SavedView[] = [];

/** Returns the id of the last view that was saved or deleted; 0 for none. */
const idOf = (done: Loadable<{ id: number }>): number => dataOr(done, null)?.id ?? 0;

interface SavedViewsProps {
  address: ApplicationsAddress;
  /** Takes the focus after a button of the views is gone. */
  heading: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** The saved views, and below them the list, or why the list of the open view is not shown. */
export const SavedViews = ({ address, heading, children }: SavedViewsProps) => {
  const dispatch = useAppDispatch();
  const { list, save, removal } = useFields(selectViews, 'list', 'save', 'removal');
  const views = dataOr(list, NO_VIEWS);
  const { named, stop, goToView } = address;
  const viewId = named?.id ?? null;
  // A view may have changed since the last one was opened.
  useEffect(() => void dispatch(viewsRequested()), [dispatch, viewId]);
  // The user who deletes the open view stays on the applications; other tabs say that the view is gone.
  const isDeleted = viewId !== null && stop === 'gone' && idOf(removal) === viewId;
  useEffect(() => {
    if (isDeleted) goToView(null, true);
  }, [isDeleted, goToView]);
  // Saving or deleting a view removes the focused button.
  useFocusAfterLoss(heading, idOf(removal) + (idOf(save) === viewId ? idOf(save) : 0));
  return (
    <>
      {views.length > 0 && <ViewBar address={address} views={views} />}
      {stop === null || isDeleted ? children : <StoppedView address={address} stop={stop} />}
    </>
  );
};
