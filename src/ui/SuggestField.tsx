import { useCallback, useId, useState } from 'react';
import { useField } from 'formik';
import { fold } from '../../contract/constants/text';
import { useErrorText } from './TextField';
import { describedBy, FieldFrame } from './FormMessage';
import { ListBox, useListBox } from './ListBox';
import { ListBoxInput } from './ListBoxInput';
import { T, useText } from './text';

interface Suggestion<V> {
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
 * A Formik field whose value comes from a search. Tab takes the highlighted suggestion. Leaving the field takes the one
 * suggestion that the typed text names, or else restores the name of the value. A required field without a value keeps
 * the text, which is searched again when the user returns. Emptying the field sets the value to null.
 */
export const SuggestField = <V extends object>(props: SuggestFieldProps<V>) => {
  const { name, label, hint, labelOf, loading, failed, delayMs, minLength, onSearch, onChoose, required } = props;
  const t = useText();
  const id = useId();
  const [{ value }, , { setValue, setTouched }] = useField<V | null>(name);
  const [kept, setKept] = useState('');
  const fieldError = useErrorText(name);
  const error = fieldError && value === null && kept !== '' ? t('validation.suggestion') : fieldError;
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
    setKept('');
    void setValue(next);
    onChoose?.(next);
  };
  const box = useListBox({
    id,
    label,
    options,
    closedText: value ? labelOf(value) : kept,
    reopensWith: value ? '' : kept,
    minLength,
    delayMs,
    onSearch: handleSearch,
    onType: (text) => {
      if (text === '') {
        if (value === null) setKept('');
        else put(null);
      }
      return text;
    },
    onChoose: (option) => put(option.value),
    onClose: () => setHasSearched(false),
    onLeave: (text) => {
      const typed = fold((text ?? '').trim());
      const named = typed === '' ? [] : options.filter((option) => fold(option.label) === typed);
      if (named.length === 1) put(named[0]!.value);
      else if (text !== null && text !== '' && typed === '' && value !== null) put(null);
      else if (text !== null && value === null && required) setKept(text.trim());
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
