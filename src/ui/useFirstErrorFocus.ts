import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useFormikContext } from 'formik';
import type { ServerErrors } from './TextField';
import { useIsPressed } from './usePointerPress';

/** A control whose role has no `aria-invalid`, such as the button of a picture, carries `data-invalid`. */
const INVALID = '[aria-invalid="true"], [data-invalid]';

/**
 * Moves the focus to the first invalid field after a refused submit: refused by a rule, by server errors
 * (`useServerErrors`), or by `failure`, which a field shows by itself. Use it inside a Formik form; `form` is the
 * element that holds the fields.
 */
export const useFirstErrorFocus = (form: RefObject<HTMLElement | null>, failure: object | null = null) => {
  const { submitCount, isSubmitting, isValid, status } = useFormikContext();
  const serverErrors = (status as { serverErrors?: ServerErrors } | undefined)?.serverErrors;
  const isPressed = useIsPressed();
  const handledSubmit = useRef(0);
  const handledAnswer = useRef<unknown>(undefined);
  const focus = useEffectEvent(() => form.current?.querySelector<HTMLElement>(INVALID)?.focus());
  // Errors appear after the press.
  useEffect(() => {
    if (isPressed || isSubmitting || submitCount === handledSubmit.current) return;
    handledSubmit.current = submitCount;
    if (!isValid) focus();
  });
  const answer = serverErrors && Object.keys(serverErrors).length > 0 ? serverErrors : failure;
  useEffect(() => {
    if (isPressed || !answer || answer === handledAnswer.current) return;
    handledAnswer.current = answer;
    focus();
  }, [answer, isPressed]);
};

interface FirstErrorFocusProps {
  form: RefObject<HTMLElement | null>;
  failure?: object | null;
}

/** `useFirstErrorFocus` for a component that renders Formik itself. */
export const FirstErrorFocus = ({ form, failure }: FirstErrorFocusProps) => {
  useFirstErrorFocus(form, failure);
  return null;
};
