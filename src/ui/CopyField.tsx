import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button } from './Button';
import { FieldFrame } from './FormMessage';
import { useText } from './text';
import fields from './Field.module.css';

interface CopyFieldProps {
  label: string;
  hint?: string;
  value: string;
  look?: 'primary' | 'secondary';
  takesFocus?: boolean;
  /** More actions beside the button. */
  children?: ReactNode;
}

/** A text that the user copies with a button, or by hand where the browser forbids it. */
export const CopyField = ({ label, hint, value, look, takesFocus = false, children }: CopyFieldProps) => {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === value;
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(value);
    } catch {
      // Without https or the permission, browsers copy what is selected, or the user does so by hand.
      input.current?.focus();
      if (document.execCommand('copy')) setCopied(value);
    }
  };
  return (
    <>
      <FieldFrame id={id} label={label} hint={hint}>
        <input
          ref={input}
          id={id}
          className={fields.input}
          readOnly
          value={value}
          aria-describedby={hint && `${id}-hint`}
          onFocus={({ target }) => target.select()}
        />
      </FieldFrame>
      <div className={fields.actions}>
        <Button look={look} icon={isCopied ? 'check' : undefined} onClick={() => void handleCopy()}>
          {t(isCopied ? 'calendarFeed.copied' : 'calendarFeed.copy')}
        </Button>
        {children}
      </div>
      <p className="visually-hidden" role="status">
        {isCopied && t('calendarFeed.copied')}
      </p>
    </>
  );
};
