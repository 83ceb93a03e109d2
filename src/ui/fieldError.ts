import { useField, useFormikContext } from 'formik';
import type { MessageId } from '../lib/intl';
import { useText, type TextValues } from './text';

/** What yup rules and server errors leave in a Formik error: an id and its values, or the id alone. */
export type FieldError = MessageId | { id: MessageId; values?: TextValues };

/** What the server said of fields, and of which value; kept in Formik's status by `useServerErrors`. */
export type ServerErrors = Record<string, { value: unknown; error: FieldError }>;

/** The text of what is wrong with a field: a rule's once it was touched, the server's while it holds the same value. */
export const useErrorText = (name: string): string | undefined => {
  const t = useText();
  const [{ value }, { touched, error }] = useField<unknown>(name);
  const status = useFormikContext().status as { serverErrors?: ServerErrors } | undefined;
  const told = status?.serverErrors?.[name];
  const byServer = told && told.value === value ? told.error : undefined;
  const problem = (touched ? (error as FieldError | undefined) : undefined) ?? byServer;
  return problem && (typeof problem === 'string' ? t(problem) : t(problem.id, problem.values));
};

/** A Formik field with the text of its error. */
export const useTextField = (name: string) => {
  const [field] = useField<string>(name);
  return { field, error: useErrorText(name) };
};
