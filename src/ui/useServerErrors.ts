import { useEffect, useEffectEvent } from 'react';
import { getIn, useFormikContext } from 'formik';
import type { MessageId } from '../lib/intl';
import type { FieldError, ServerErrors } from './TextField';
import { useHasText } from './text';

/** The parts of a failed call that a form shows; `fields` maps wire paths to error keys. */
export interface FieldFailures {
  fields?: Record<string, string>;
}

/**
 * Shows the server's errors under their fields. An error stays until its field changes, and does not block another
 * submit. `toField` maps a wire path to the form's field; by default both are equal.
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
    // Formik drops an error when any field changes; the status keeps it longer.
    setStatus({ serverErrors });
  });
  // Shows each failure once.
  useEffect(() => {
    show();
  }, [failure]);
};
