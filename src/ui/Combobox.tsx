import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from './cx';
import { Icon } from './icons';
import { T } from './text';
import fieldStyles from './Field.module.css';
import styles from './Combobox.module.css';

export interface ComboboxOption {
  value: number;
  label: string;
}

interface ComboboxProps {
  label: string;
  value: number;
  /** What the closed box shows. */
  valueLabel: string;
  options: readonly ComboboxOption[];
  loading?: boolean;
  /** Asks for the options of a text; called 200 ms after the last key, and with '' on opening. */
  onSearch: (text: string) => void;
  onChange: (value: number) => void;
}

const SEARCH_DELAY = 200;

/** A click handler without its keyboard twin: keys are handled by the input, which keeps the focus. */
const pressed = (onClick: () => void) => ({ onClick });

/** An editable combobox with a list (WAI-ARIA pattern): type to search, arrows to move, Enter to choose, Escape to leave. */
export const Combobox = ({ label, value, valueLabel, options, loading, onSearch, onChange }: ComboboxProps) => {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = text !== null;
  const at = Math.min(active, options.length - 1);

  useEffect(() => {
    if (text === null) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), text === '' ? 0 : SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  useEffect(() => {
    if (open) list.current?.children[at]?.scrollIntoView?.({ block: 'nearest' });
  }, [open, at]);

  const show = () => {
    if (open) return;
    setText('');
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    );
  };
  const choose = (option: ComboboxOption | undefined) => {
    setText(null);
    if (option && option.value !== value) onChange(option.value);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (open) setActive((at + step + options.length) % Math.max(1, options.length));
      else show();
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(options[at]);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setText(null);
    }
  };

  return (
    <div className={styles.wrap}>
      <span className={fieldStyles.control}>
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && options[at] ? `${id}-${options[at].value}` : undefined}
          autoComplete="off"
          spellCheck={false}
          className={cx(fieldStyles.input, fieldStyles.select)}
          value={text ?? valueLabel}
          placeholder={open ? valueLabel : undefined}
          onMouseDown={show}
          onChange={(event) => {
            setActive(0);
            setText(open ? event.target.value : event.target.value.replace(valueLabel, ''));
          }}
          onKeyDown={handleKey}
          onBlur={() => setText(null)}
        />
        <span className={fieldStyles.chevron}>
          <Icon name="down" size={18} />
        </span>
      </span>
      {open && (
        // The list never takes the focus: pressing it would close the box before the click arrives.
        <div className={styles.list} onMouseDown={(event) => event.preventDefault()} role="presentation">
          <ul ref={list} id={`${id}-list`} role="listbox" aria-label={label}>
            {options.map((option, index) => (
              <li
                key={option.value}
                id={`${id}-${option.value}`}
                role="option"
                aria-selected={option.value === value}
                className={cx(styles.option, index === at && styles.active, option.value === value && styles.chosen)}
                {...pressed(() => choose(option))}
              >
                {option.label}
                {option.value === value && <Icon name="check" size={18} />}
              </li>
            ))}
          </ul>
          {options.length === 0 && (
            <p className={styles.note} role="status">
              <T id={loading ? 'ui.loading' : 'ui.combobox.none'} />
            </p>
          )}
        </div>
      )}
    </div>
  );
};
