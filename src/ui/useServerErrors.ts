import { useEffect, useEffectEvent } from 'react';
import { useFormikContext } from 'formik';
import type { MessageId } from '../lib/intl';
import type { FieldError } from './fieldError';
import { useHasText } from './text';

/** What a form needs to know of a failed call: keys by the path of the field. */
export interface FieldFailures {
  fields?: Record<string, string>;
}

/**
 * Puts what the server said of single fields under them; it stays until the field changes. `toField` names the form's field
 * for one of the wire's (itself else).
 */
export const useServerErrors = (failure: FieldFailures | null, toField: (path: string) => string = (path) => path) => {
  const { setFieldError, setFieldTouched } = useFormikContext();
  const hasText = useHasText();
  const show = useEffectEvent(() => {
    for (const [path, key] of Object.entries(failure?.fields ?? {})) {
      const byKey = `errors.keys.${key}`;
      const error: FieldError = (hasText(byKey) ? byKey : 'validation.invalid') as MessageId;
      const field = toField(path);
      void setFieldTouched(field, true, false);
      setFieldError(field, error as string);
    }
  });
  // Only a new failure is said anew.
  useEffect(() => show(), [failure]);
};
