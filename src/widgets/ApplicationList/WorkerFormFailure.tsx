import { selectWorkerForm, selectWorkerFormNoted, workerFormNoted, workerFormRequested } from '../../domains/reference';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { FormConfigFailure } from '../../ui/FormConfigFailure';

/**
 * Tells the user once in a session that the definition of the worker profile form failed to load. Lists work without
 * their filters, so each further page stays silent: docs/PRODUCT.md#error-pages.
 */
export const WorkerFormFailure = () => {
  const dispatch = useAppDispatch();
  const form = useAppSelector(selectWorkerForm);
  const wasNoted = useAppSelector(selectWorkerFormNoted);
  return (
    <FormConfigFailure
      failure={form.status === 'failed' && !wasNoted ? form.error : null}
      onRetry={() => void dispatch(workerFormRequested())}
      onClose={() => void dispatch(workerFormNoted())}
    />
  );
};
