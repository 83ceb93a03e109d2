import { selectWorkerForm, selectWorkerFormNoted, workerFormNoted, workerFormRequested } from '../../domains/reference';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { FormConfigFailure } from '../../ui/FormConfigFailure';

/**
 * Says once in a session that it is not known which fields of applicants are asked here: lists can be used without their
 * filters, so nobody is told on each page. Spec 1, point 8.
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
