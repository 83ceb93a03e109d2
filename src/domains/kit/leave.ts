import { paths } from '../../lib/paths';
import { isSignedOut, type Failure } from './failure';
import { isPasswordMissing } from './password';
import { port, type Step } from './effects';

/**
 * Opens the error page with the details for support. A 401 stays on the page, because the session dialog opens. A form
 * whose user refused to confirm with the password stays too. `isSave` tells the error page that a form was not
 * saved, so that it leads back to it. See docs/PRODUCT.md#error-pages.
 */
export function* leaveForError(failure: Failure, { isSave = false }: { isSave?: boolean } = {}): Step<void> {
  if (isSignedOut(failure) || isPasswordMissing(failure)) return;
  const navigate = yield* port('navigate');
  navigate.to(paths.error(), { state: { key: failure.key, requestId: failure.requestId, isSave } });
}
