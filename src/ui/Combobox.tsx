import { createElement, useEffect, useState, useSyncExternalStore } from 'react';
import type { ComboboxList, ComboboxProps } from './ComboboxList';
import { ListBoxInput } from './ListBoxInput';

/** The list loads this many milliseconds after the box, when the page no longer needs the network for its first view. */
const LOAD_DELAY = 3_000;

let loaded: typeof ComboboxList | null = null;
const boxes = new Set<() => void>();
const subscribe = (box: () => void) => {
  boxes.add(box);
  return () => void boxes.delete(box);
};

/** Loads the list, with its library, for every Combobox. */
export const loadCombobox = async (): Promise<void> => {
  loaded = (await import('./ComboboxList')).ComboboxList;
  for (const box of boxes) box();
};

const isArrow = (key: string) => key === 'ArrowDown' || key === 'ArrowUp';

/** An editable combobox with a list. Until the list has loaded, it only shows its value and remembers focus and a press. */
export const Combobox = (props: ComboboxProps) => {
  const List = useSyncExternalStore(subscribe, () => loaded);
  const [start, setStart] = useState<'closed' | 'focused' | 'open'>('closed');
  const isLoaded = List !== null;
  useEffect(() => {
    if (isLoaded) return undefined;
    const timer = setTimeout(() => loadCombobox().catch(() => undefined), LOAD_DELAY);
    return () => clearTimeout(timer);
  }, [isLoaded]);
  if (List) return createElement(List, { ...props, start });
  const handleUse = (next: 'focused' | 'open') => {
    setStart((current) => (current === 'open' ? current : next));
    // Without a network the box stays closed, and the next use tries again.
    loadCombobox().catch(() => undefined);
  };
  return (
    <div>
      <ListBoxInput
        icon="down"
        role="combobox"
        aria-label={props.label}
        aria-expanded={false}
        aria-autocomplete="list"
        autoComplete="off"
        readOnly
        value={props.valueLabel}
        onFocus={() => handleUse('focused')}
        onMouseDown={() => handleUse('open')}
        onKeyDown={({ key }) => isArrow(key) && handleUse('open')}
        onBlur={() => setStart('closed')}
      />
    </div>
  );
};
