import { useEffect, useEffectEvent } from 'react';
import { getIn, useFormikContext } from 'formik';
import type { MessageId } from '../lib/intl';
import type { FieldError, ServerErrors } from './fieldError';
import { useHasText } from './text';

/** What a form needs to know of a failed call: keys by the path of the field. */
export interface FieldFailures {
  fields?: Record<string, string>;
}

/**
 * Puts what the server said of single fields under them; it stays until the field changes, but holds up no further try.
 * `toField` names the form's field for one of the wire's (itself else).
 */
export const useServerErrors = (failure: FieldFailures | null, toField: (path: string) => string = (path) => path) => {
  const { values, setFieldError, setFieldTouched, setStatus } = useFormikContext();
  const hasText = useHasText();
  const show = useEffectEvent(() => {
    const serverErrors: ServerErrors = {};
    for (const [path, key] of Object.entries(failure?.fields ?? {})) {
      const byKey = `errors.keys.${key}`;
      const error: FieldError = (hasText(byKey) ? byKey : 'validation.invalid') as MessageId;
      const field = toField(path);
      serverErrors[field] = { value: getIn(values, field) as unknown, error };
      void setFieldTouched(field, true, false);
      setFieldError(field, error as string);
    }
    // Formik forgets an error with the next change of any field; what is in the status is shown beyond that.
    setStatus({ serverErrors });
  });
  // Only a new failure is said anew.
  useEffect(() => show(), [failure]);
};
