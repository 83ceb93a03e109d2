import { paths } from '../../lib/paths';
import { isSignedOut, type Failure } from './failure';
import { lacksPassword } from './password';
import { port, type Step } from './effects';

/**
 * Goes to the error page with what support asks for. A 401 stays where it is, because the session asks to sign in again.
 * So does a form whose user chose not to confirm the change with the password. Spec 1, point 8.
 */
export function* leaveForError(failure: Failure): Step<void> {
  if (isSignedOut(failure) || lacksPassword(failure)) return;
  const navigate = yield* port('navigate');
  navigate.to(paths.error(), { state: { key: failure.key, requestId: failure.requestId } });
}
