import { useCallback, useId, useState } from 'react';
import { useField } from 'formik';
import { useErrorText } from './fieldError';
import { describedBy, FieldFrame } from './FieldFrame';
import { ListBox } from './ListBox';
import { ListBoxInput } from './ListBoxInput';
import { T } from './text';
import { useListBox } from './useListBox';

export interface Suggestion<V> {
  key: string | number;
  label: string;
  value: V;
}

interface SuggestFieldProps<V> {
  name: string;
  label: string;
  hint?: string;
  /** Returns the name of a value, which the closed box shows. */
  labelOf: (value: V) => string;
  options: readonly Suggestion<V>[];
  loading: boolean;
  failed?: boolean;
  /** Milliseconds from the last key to `onSearch`. */
  delayMs: number;
  minLength: number;
  onSearch: (text: string) => void;
  onChoose?: (value: V | null) => void;
  required?: boolean;
}

/**
 * A Formik field whose value comes from a search. Leaving the field restores the name of the value and drops
 * unfinished text. Emptying the field sets the value to null.
 */
export const SuggestField = <V extends object>(props: SuggestFieldProps<V>) => {
  const { name, label, hint, labelOf, loading, failed, delayMs, minLength, onSearch, onChoose, required } = props;
  const id = useId();
  const [{ value }, , { setValue, setTouched }] = useField<V | null>(name);
  const error = useErrorText(name);
  const [hasSearched, setHasSearched] = useState(false);
  // Before the first search of this opening, the options belong to another field or text.
  const options = hasSearched ? props.options : [];
  const outcome = failed ? 'ui.combobox.failed' : 'ui.combobox.none';
  const handleSearch = useCallback(
    (text: string) => {
      onSearch(text);
      setHasSearched(true);
    },
    [onSearch],
  );
  const put = (next: V | null) => {
    void setValue(next);
    onChoose?.(next);
  };
  const box = useListBox({
    id,
    label,
    options,
    closedText: value ? labelOf(value) : '',
    minLength,
    delayMs,
    onSearch: handleSearch,
    onType: (text) => {
      if (text === '' && value !== null) put(null);
      return text;
    },
    onChoose: (option) => put(option.value),
    onClose: () => setHasSearched(false),
    onLeave: (text) => {
      if (text !== null && text.trim() === '' && text !== '' && value !== null) put(null);
      void setTouched(true);
    },
  });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <ListBoxInput
        icon="search"
        {...box.inputProps}
        name={name}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      >
        {box.isOpen && (
          <ListBox
            keepInView
            box={box}
            options={options}
            labelOf={(option) => option.label}
            note={<T id={loading || !hasSearched ? 'ui.loading' : outcome} />}
          />
        )}
      </ListBoxInput>
    </FieldFrame>
  );
};
