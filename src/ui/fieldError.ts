import { useField } from 'formik';
import type { MessageId } from '../lib/intl';
import { useText, type TextValues } from './text';

/** What yup rules and server errors leave in a Formik error: an id and its values, or the id alone. */
export type FieldError = MessageId | { id: MessageId; values?: TextValues };

/** A Formik field with the text of its error, once it was touched. */
export const useTextField = (name: string) => {
  const [field, meta] = useField<string>(name);
  const t = useText();
  const problem = meta.touched ? (meta.error as FieldError | undefined) : undefined;
  const error = problem && (typeof problem === 'string' ? t(problem) : t(problem.id, problem.values));
  return { field, error };
};
