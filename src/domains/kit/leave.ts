import type { Action } from '@reduxjs/toolkit';
import { put } from 'redux-saga/effects';
import { paths } from '../../lib/paths';
import { isSignedOut, type Failure } from './failure';
import { isPasswordMissing } from './password';
import { navigateTo, type Step } from './effects';

/** True for failures that the form of an account shows, which keeps its values; any other opens the error page. */
export const isShownInForm = (failure: Failure): boolean =>
  ['invalid', 'network', 'limited'].includes(failure.kind) || isPasswordMissing(failure);

/**
 * Opens the error page with the details for support. A 401 stays on the page, because the session dialog opens. A form
 * whose user refused to confirm with the password stays too. `isSave` tells the error page that a form was not
 * saved, so that it leads back to it. See docs/PRODUCT.md#error-pages.
 */
export function* leaveForError(failure: Failure, { isSave = false }: { isSave?: boolean } = {}): Step<void> {
  if (isSignedOut(failure) || isPasswordMissing(failure)) return;
  yield* navigateTo(paths.error(), { state: { key: failure.key, requestId: failure.requestId, isSave } });
}

/** After a failed save, leaves a form that cannot show it; `keepDraft` stores its values until the user is back. */
export function* leaveForm(failure: Failure, keepDraft: Action): Step<void> {
  if (isSignedOut(failure) || isShownInForm(failure)) return;
  yield put(keepDraft);
  yield* leaveForError(failure, { isSave: true });
}
