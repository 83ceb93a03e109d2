import { useField, useFormikContext } from 'formik';
import type { MessageId } from '../lib/intl';
import { useText, type TextValues } from './text';
import { useUnlessPressed } from './usePointerPress';

/** A Formik error from a yup rule or from the server: a message id with its values, or the id alone. */
export type FieldError = MessageId | { id: MessageId; values?: TextValues };

/** Server errors by field, each with the value that it refers to. `useServerErrors` keeps them in Formik's status. */
export type ServerErrors = Record<string, { value: unknown; error: FieldError }>;

/**
 * Returns the error text of a field: a rule's error once the field was touched, or the server's error while the value
 * is unchanged. A new error waits for the end of a press.
 */
export const useErrorText = (name: string): string | undefined => {
  const t = useText();
  const [{ value }, { touched, error }] = useField<unknown>(name);
  const status = useFormikContext().status as { serverErrors?: ServerErrors } | undefined;
  const serverError = status?.serverErrors?.[name];
  const byServer = serverError && serverError.value === value ? serverError.error : undefined;
  const problem = (touched ? (error as FieldError | undefined) : undefined) ?? byServer;
  return useUnlessPressed(problem && (typeof problem === 'string' ? t(problem) : t(problem.id, problem.values)));
};

export const useTextField = (name: string) => {
  const [field] = useField<string>(name);
  return { field, error: useErrorText(name) };
};
