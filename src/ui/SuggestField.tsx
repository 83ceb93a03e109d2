import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useField } from 'formik';
import { cx } from './cx';
import { useErrorText } from './fieldError';
import { describedBy, FieldFrame } from './FieldFrame';
import { Icon } from './icons';
import { T } from './text';
import fieldStyles from './Field.module.css';
import styles from './Combobox.module.css';

export interface Suggestion<V> {
  key: string | number;
  label: string;
  value: V;
}

interface SuggestFieldProps<V> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** What the closed box shows of a value. */
  labelOf: (value: V) => string;
  options: readonly Suggestion<V>[];
  loading: boolean;
  /** The last search came to nothing because it failed. */
  failed?: boolean;
  /** Milliseconds after the last key until `onSearch`. */
  delayMs: number;
  /** Shorter texts are not searched for. */
  minLength: number;
  onSearch: (text: string) => void;
  onChoose?: (value: V | null) => void;
  required?: boolean;
}

/** A click handler without its keyboard twin: keys are handled by the input, which keeps the focus. */
const pressed = (onClick: () => void) => ({ onClick });

/**
 * A field of a Formik form whose value comes from a search: an editable combobox with a list (WAI-ARIA pattern). What was
 * typed and not chosen gives way to the value when the field is left; an emptied field has none.
 */
export const SuggestField = <V extends object>(props: SuggestFieldProps<V>) => {
  const { name, label, hint, labelOf, loading, failed, delayMs, minLength, onSearch, onChoose, required } = props;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [{ value }, , { setValue, setTouched }] = useField<V | null>(name);
  const error = useErrorText(name);
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [isAsked, setIsAsked] = useState(false);
  // What is there before the first search of this opening was found for another field, or another text.
  const options = isAsked ? props.options : [];
  const open = text !== null && text.trim().length >= minLength;
  const at = Math.min(active, options.length - 1);
  const outcome = failed ? 'ui.combobox.failed' : 'ui.combobox.none';
  const note = loading || !isAsked ? 'ui.loading' : outcome;

  useEffect(() => {
    if (text === null || text.trim().length < minLength) return undefined;
    const search = () => {
      onSearch(text.trim());
      setIsAsked(true);
    };
    const timer = setTimeout(search, text === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [text, minLength, delayMs, onSearch]);
  // In a dialog the box is often at the lower edge: what was found must be seen without scrolling.
  useEffect(() => {
    if (open) list.current?.parentElement?.scrollIntoView?.({ block: 'nearest' });
  }, [open, options.length]);
  useEffect(() => {
    if (open) list.current?.children[at]?.scrollIntoView?.({ block: 'nearest' });
  }, [open, at]);

  const close = () => {
    setText(null);
    setIsAsked(false);
  };
  const put = (next: V | null) => {
    void setValue(next);
    onChoose?.(next);
  };
  const choose = (option: Suggestion<V> | undefined) => {
    if (!option) return;
    close();
    put(option.value);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (open) setActive((at + step + options.length) % Math.max(1, options.length));
      else if (minLength === 0) setText('');
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(options[at]);
    } else if (event.key === 'Escape' && text !== null) {
      event.stopPropagation();
      close();
    }
  };
  const handleBlur = () => {
    if (text !== null && text.trim() === '' && text !== '' && value !== null) put(null);
    close();
    void setTouched(true);
  };

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={styles.wrap}>
        <span className={fieldStyles.control}>
          <input
            id={id}
            name={name}
            role="combobox"
            required={required}
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && options[at] ? `${id}-${options[at].key}` : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, { hint, error })}
            autoComplete="off"
            spellCheck={false}
            className={cx(fieldStyles.input, fieldStyles.select, error && fieldStyles.invalid)}
            value={text ?? (value ? labelOf(value) : '')}
            onMouseDown={() => minLength === 0 && text === null && setText('')}
            onChange={(event) => {
              setActive(0);
              setText(event.target.value);
              // Emptied by hand: nothing is chosen any more.
              if (event.target.value === '' && value !== null) put(null);
            }}
            onKeyDown={handleKey}
            onBlur={handleBlur}
          />
          <span className={fieldStyles.chevron}>
            <Icon name="search" size={18} />
          </span>
        </span>
        {open && (
          // The list never takes the focus: pressing it would close the box before the click arrives.
          <div className={styles.list} onMouseDown={(event) => event.preventDefault()} role="presentation">
            <ul ref={list} id={`${id}-list`} role="listbox" aria-label={typeof label === 'string' ? label : undefined}>
              {options.map((option, index) => (
                <li
                  key={option.key}
                  id={`${id}-${option.key}`}
                  role="option"
                  aria-selected={index === at}
                  className={cx(styles.option, index === at && styles.active)}
                  {...pressed(() => choose(option))}
                >
                  {option.label}
                </li>
              ))}
            </ul>
            {options.length === 0 && (
              <p className={styles.note} role="status">
                <T id={note} />
              </p>
            )}
          </div>
        )}
      </div>
    </FieldFrame>
  );
};
