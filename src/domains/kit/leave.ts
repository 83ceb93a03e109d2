import { paths } from '../../lib/paths';
import { isSignedOut, type Failure } from './failure';
import { lacksPassword } from './password';
import { port, type Step } from './effects';

/**
 * Opens the error page with the details for support. A 401 stays on the page, because the session dialog opens. A form
 * whose user refused to confirm with the password stays too. See docs/PRODUCT.md#error-pages.
 */
export function* leaveForError(failure: Failure): Step<void> {
  if (isSignedOut(failure) || lacksPassword(failure)) return;
  const navigate = yield* port('navigate');
  navigate.to(paths.error(), { state: { key: failure.key, requestId: failure.requestId } });
}
