import { withoutPersonal } from '../../../domains/applications';
import { selectViewList, viewsRequested } from '../../../domains/views';
import { useAppDispatch, useAppSelector } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { ProgressLine } from '../../../ui/ProgressLine';
import { EmptyState, ErrorState } from '../../../ui/State';
import { T } from '../../../ui/text';
import type { ApplicationsAddress } from '../useApplicationsAddress';
import type { Stop } from '../address';

interface StoppedViewProps {
  address: ApplicationsAddress;
  stop: Stop;
}

/** Says why the list of a view is empty. Without the view the list would show more than the user asked for. */
export const StoppedView = ({ address, stop }: StoppedViewProps) => {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectViewList);
  if (stop === 'loading') return <ProgressLine />;
  if (stop === 'failed')
    return list.status === 'failed' ? (
      <ErrorState failure={list.error} onRetry={() => dispatch(viewsRequested())} />
    ) : null;
  return (
    <EmptyState
      icon="filter"
      title={<T id={`views.stop.${stop}`} />}
      text={<T id={`views.stop.${stop}.text`} />}
      action={
        stop === 'personalOff' ? (
          <Button onClick={() => address.goToFilters(withoutPersonal(address.filters))}>
            <T id="views.stop.personalOff.action" />
          </Button>
        ) : (
          <Button onClick={() => address.goToView(null)}>
            <T id="views.stop.action" />
          </Button>
        )
      }
    />
  );
};
