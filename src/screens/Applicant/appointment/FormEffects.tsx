import type { RefObject } from 'react';
import { useFirstErrorFocus } from '../../../ui/useFirstErrorFocus';
import { useServerErrors, type FieldFailures } from '../../../ui/useServerErrors';

interface FormEffectsProps {
  form: RefObject<HTMLElement | null>;
  /** By the names of the form's fields. */
  failure: FieldFailures | null;
}

/** What the server said under its fields, and the focus on the first that is wrong. */
export const FormEffects = ({ form, failure }: FormEffectsProps) => {
  useServerErrors(failure);
  useFirstErrorFocus(form);
  return null;
};
