import type { RefObject } from 'react';
import { useFirstErrorFocus } from '../../../ui/useFirstErrorFocus';
import { useServerErrors, type FieldFailures } from '../../../ui/useServerErrors';

interface FormEffectsProps {
  form: RefObject<HTMLElement | null>;
  failure: FieldFailures | null;
}

/** Shows the server's errors under the fields and moves the focus to the first invalid field. */
export const FormEffects = ({ form, failure }: FormEffectsProps) => {
  useServerErrors(failure);
  useFirstErrorFocus(form);
  return null;
};
