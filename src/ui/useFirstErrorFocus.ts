import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useFormikContext } from 'formik';

/**
 * Moves the focus to the first field that is wrong: after a try to send the form, and when the server named fields
 * (`failure`). Stands inside a Formik; `form` is what holds its fields.
 */
export const useFirstErrorFocus = (form: RefObject<HTMLElement | null>, failure: object | null = null) => {
  const { submitCount, isSubmitting, isValid } = useFormikContext();
  const handled = useRef(0);
  const focus = useEffectEvent(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  useEffect(() => {
    if (isSubmitting || submitCount === handled.current) return;
    handled.current = submitCount;
    if (!isValid) focus();
  });
  useEffect(() => {
    // Formik draws what the server said a turn later.
    const timer = failure ? setTimeout(() => focus()) : undefined;
    return () => clearTimeout(timer);
  }, [failure]);
};
