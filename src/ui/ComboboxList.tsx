import { useEffect, useId, useRef } from 'react';
import { ListBox, useListBox } from './ListBox';
import { ListBoxInput } from './ListBoxInput';
import { T } from './text';

const SEARCH_DELAY = 200;

interface ComboboxOption {
  value: number;
  label: string;
  detail?: string;
}

export interface ComboboxProps {
  label: string;
  value: number;
  /** The name of the value, shown while the list is closed. */
  valueLabel: string;
  options: readonly ComboboxOption[];
  loading?: boolean;
  /** Requests the options for a text; called 200 ms after the last key, and with '' on opening. */
  onSearch: (text: string) => void;
  onChange: (value: number) => void;
}

interface ComboboxListProps extends ComboboxProps {
  /** The user has already focused or opened the box while this part loaded. */
  start: 'closed' | 'focused' | 'open';
}

/** The part of a Combobox that needs the list box library. */
export const ComboboxList = ({ label, value, valueLabel, options, loading, start, ...rest }: ComboboxListProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(start !== 'closed');
  useEffect(() => {
    if (hasFocus.current) frame.current?.querySelector('input')?.focus();
  }, []);
  const isChosen = (option: ComboboxOption) => option.value === value;
  const box = useListBox({
    id: useId(),
    label,
    options,
    closedText: valueLabel,
    startAt: Math.max(0, options.findIndex(isChosen)),
    startsOpen: start === 'open',
    minLength: 0,
    delayMs: SEARCH_DELAY,
    onSearch: rest.onSearch,
    // Typing into the closed box starts a new search, without the name of the current value.
    onType: (text, isOpen) => (isOpen ? text : text.replace(valueLabel, '')),
    onChoose: (option) => {
      if (!isChosen(option)) rest.onChange(option.value);
    },
  });
  return (
    <div ref={frame}>
      <ListBoxInput
        icon="down"
        {...box.inputProps}
        aria-label={label}
        placeholder={box.isOpen ? valueLabel : undefined}
      >
        {box.isOpen && (
          <ListBox
            box={box}
            options={options}
            labelOf={(option) => option.label}
            detailOf={(option) => option.detail}
            isChosen={isChosen}
            note={<T id={loading ? 'ui.loading' : 'ui.combobox.none'} />}
          />
        )}
      </ListBoxInput>
    </div>
  );
};
