import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useFormikContext } from 'formik';
import type { ServerErrors } from './fieldError';

/**
 * Moves the focus to the first invalid field after a submit and after server errors (`useServerErrors`). Use it inside
 * a Formik form; `form` is the element that holds the fields.
 */
export const useFirstErrorFocus = (form: RefObject<HTMLElement | null>) => {
  const { submitCount, isSubmitting, isValid, status } = useFormikContext();
  const serverErrors = (status as { serverErrors?: ServerErrors } | undefined)?.serverErrors;
  const handled = useRef(0);
  const focus = useEffectEvent(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  useEffect(() => {
    if (isSubmitting || submitCount === handled.current) return;
    handled.current = submitCount;
    if (!isValid) focus();
  });
  useEffect(() => {
    if (serverErrors && Object.keys(serverErrors).length > 0) focus();
  }, [serverErrors]);
};
