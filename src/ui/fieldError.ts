import { useField } from 'formik';
import type { MessageId } from '../lib/intl';
import { useText, type TextValues } from './text';

/** What yup rules and server errors leave in a Formik error: an id and its values, or the id alone. */
export type FieldError = MessageId | { id: MessageId; values?: TextValues };

/** The text of a Formik field's error, once the field was touched; of any of its parts where it has parts. */
export const useFieldText = (name: string): string | undefined => {
  const [, meta] = useField<unknown>(name);
  const t = useText();
  const problem = meta.touched ? (meta.error as FieldError | undefined) : undefined;
  return problem && (typeof problem === 'string' ? t(problem) : t(problem.id, problem.values));
};

/** A Formik field with the text of its error, once it was touched. */
export const useTextField = (name: string) => {
  const [field] = useField<string>(name);
  return { field, error: useFieldText(name) };
};
