import { selectWorkerForm, workerFormRequested } from '../../domains/reference';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { FormConfigFailure } from '../../ui/FormConfigFailure';

/** Says once that it is not known which fields of applicants are asked here: their filters are missing. Spec 1, point 8. */
export const WorkerFormFailure = () => {
  const dispatch = useAppDispatch();
  const form = useAppSelector(selectWorkerForm);
  return (
    <FormConfigFailure
      once
      failure={form.status === 'failed' ? form.error : null}
      onRetry={() => void dispatch(workerFormRequested())}
    />
  );
};
