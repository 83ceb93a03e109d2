import { useEffect, useState, type SyntheticEvent, useRef, type ReactNode } from 'react';
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift';
import { cx } from './cx';
import { Icon } from './icons';
import styles from './ListBox.module.css';

interface ListBoxOptions<O> {
  id: string;
  label: string;
  options: readonly O[];
  /** The input shows this text while the list is closed. */
  closedText: string;
  /** Focusing the input searches for this text again. */
  reopensWith?: string;
  /** The list opens at this option. */
  startAt?: number;
  startsOpen?: boolean;
  minLength: number;
  /** Milliseconds from the last key to `onSearch`. */
  delayMs: number;
  onSearch: (text: string) => void;
  onChoose: (option: O) => void;
  /** Returns the text to search for when the user has typed `text`. */
  onType?: (text: string, isOpen: boolean) => string;
  onClose?: () => void;
  /** Receives the unfinished text, or null if the list was closed. */
  onLeave?: (text: string | null) => void;
}

const { InputBlur, InputClick, InputKeyDownEscape, ItemMouseMove, MenuMouseLeave } = useCombobox.stateChangeTypes;
/** Leaving the field must not choose an option, and the pointer must not move the highlight. */
const IGNORED: readonly unknown[] = [InputBlur, InputClick, InputKeyDownEscape, ItemMouseMove, MenuMouseLeave];
const { InputKeyDownArrowDown, InputKeyDownArrowUp } = useCombobox.stateChangeTypes;
const ARROWS: readonly unknown[] = [InputKeyDownArrowDown, InputKeyDownArrowUp];
/** These keys move the caret in the text, not the highlight in the list. */
const CARET_KEYS = ['Home', 'End'];

const stateReducer = <O,>(state: UseComboboxState<O>, { type, changes }: UseComboboxStateChangeOptions<O>) =>
  IGNORED.includes(type) ? state : changes;

const skipLibraryHandler = ({ nativeEvent }: SyntheticEvent) =>
  Object.assign(nativeEvent, { preventDownshiftDefault: true });

/**
 * An input with a list of options: the user types to search, moves with the arrows, chooses with Enter or Tab and leaves
 * with Escape.
 */
export const useListBox = <O,>(props: ListBoxOptions<O>) => {
  const {
    id,
    label,
    options,
    closedText,
    reopensWith = '',
    startAt = 0,
    startsOpen,
    minLength,
    delayMs,
    onSearch,
    onChoose,
    onType,
  } = props;
  /** Null while the list is closed. */
  const [text, setText] = useState<string | null>(startsOpen ? '' : null);
  const [active, setActive] = useState(startsOpen ? startAt : 0);
  const isOpen = text !== null && text.trim().length >= minLength;
  /** The options belong to this text. */
  const [searched, setSearched] = useState<string | null>(null);

  useEffect(() => {
    if (text === null || text.trim().length < minLength) return undefined;
    const search = () => {
      setSearched(text.trim());
      onSearch(text.trim());
    };
    const timer = setTimeout(search, text === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [text, minLength, delayMs, onSearch]);

  const open = () => {
    if (text !== null || minLength > 0) return;
    setText('');
    setActive(startAt);
  };
  const close = () => {
    setSearched(null);
    setText(null);
    props.onClose?.();
  };
  /** Chooses the highlighted option, unless the options still belong to an earlier text. */
  const takeHighlighted = () => {
    const option = options[highlightedIndex];
    const typed = text?.trim() ?? '';
    if (typed === '' || option === undefined || searched !== typed) return;
    close();
    onChoose(option);
  };
  const { highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<O>({
    inputId: id,
    menuId: `${id}-list`,
    items: [...options],
    isOpen,
    inputValue: text ?? closedText,
    selectedItem: null,
    highlightedIndex: Math.min(active, options.length - 1),
    defaultHighlightedIndex: 0,
    stateReducer,
    onHighlightedIndexChange: ({ highlightedIndex: next }) => setActive(next),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem === null) return;
      close();
      onChoose(selectedItem);
    },
    onStateChange: ({ type }) => {
      if (!isOpen && ARROWS.includes(type)) open();
    },
  });
  // The list is in the document only while it is open.
  const conditional = { suppressRefError: true };
  return {
    isOpen,
    highlightedIndex,
    getItemProps,
    menuProps: getMenuProps({ 'aria-label': label }, conditional),
    inputProps: getInputProps({
      'aria-labelledby': undefined,
      spellCheck: false,
      onMouseDown: open,
      onFocus: () => {
        if (reopensWith !== '') setText(reopensWith);
      },
      onChange: ({ currentTarget: { value } }) => setText(onType ? onType(value, isOpen) : value),
      onKeyDown: (event) => {
        if (CARET_KEYS.includes(event.key)) skipLibraryHandler(event);
        // The options still belong to an earlier text, so Enter chooses none of them.
        if (event.key === 'Enter' && isOpen && searched !== text.trim()) {
          event.preventDefault();
          skipLibraryHandler(event);
        }
        if (event.key === 'Tab' && !event.shiftKey) takeHighlighted();
        if (event.key !== 'Escape' || text === null) return;
        // The dialog around the field stays open.
        event.stopPropagation();
        close();
      },
      onBlur: () => {
        props.onLeave?.(text);
        close();
      },
    }),
  };
};

interface ListBoxProps<O> {
  box: ReturnType<typeof useListBox<O>>;
  options: readonly O[];
  labelOf: (option: O) => string;
  /** A second line that distinguishes options with the same label. */
  detailOf?: (option: O) => string | undefined;
  /** Marks the option that holds the current value. */
  isChosen?: (option: O) => boolean;
  /** Scrolls the page so that the whole list is visible. A box at the lower edge of a dialog needs this. */
  keepInView?: boolean;
  /** Shown when there are no options. */
  note: ReactNode;
}

/** The open list of `useListBox`. */
export const ListBox = <O,>({ box, options, labelOf, detailOf, isChosen, keepInView, note }: ListBoxProps<O>) => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (keepInView) frame.current?.scrollIntoView?.({ block: 'nearest' });
  }, [keepInView, options.length]);
  return (
    // A press on the list must not take the focus from the input: that would close the list before the click.
    <div ref={frame} className={styles.list} onMouseDown={(event) => event.preventDefault()} role="presentation">
      <ul {...box.menuProps}>
        {options.map((option, index) => {
          const chosen = isChosen?.(option) ?? false;
          const detail = detailOf?.(option);
          return (
            <li
              key={index}
              {...box.getItemProps({ item: option, index, ...(isChosen && { 'aria-selected': chosen }) })}
              className={cx(styles.option, index === box.highlightedIndex && styles.active, chosen && styles.chosen)}
            >
              {detail ? (
                <span className="stack shrinks">
                  <span>{labelOf(option)}</span> <span className="soft size-12 regular">{detail}</span>
                </span>
              ) : (
                <span>{labelOf(option)}</span>
              )}
              {chosen && <Icon name="check" size={18} />}
            </li>
          );
        })}
      </ul>
      {options.length === 0 && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
    </div>
  );
};
