import { paths } from '../../lib/paths';
import { isSignedOut, type Failure } from './failure';
import { lacksPassword } from './password';
import { port, type Step } from './effects';

/**
 * To the error page with what support asks for; a 401 stays, for the session asks to sign in again, and so does a form whose change the user chose not to
 * confirm with the password. Spec 1, point 8.
 */
export function* leaveForError(failure: Failure): Step<void> {
  if (isSignedOut(failure) || lacksPassword(failure)) return;
  const navigate = yield* port('navigate');
  navigate.to(paths.error(), { state: { key: failure.key, requestId: failure.requestId } });
}
