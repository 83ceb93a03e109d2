import { notify, type Step } from './effects';
import { isSignedOut, type Failure } from './failure';

/** Reports a failure that no page or dialog shows. A 401 stays silent, because the session dialog opens. */
export function* notifyFailure(failure: Failure): Step<void> {
  if (!isSignedOut(failure)) yield* notify({ id: 'common.errors.errorOccurred', kind: 'error' });
}
