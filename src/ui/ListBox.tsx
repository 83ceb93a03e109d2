import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './icons';
import type { useListBox } from './useListBox';
import styles from './Combobox.module.css';

interface ListBoxProps<O> {
  box: ReturnType<typeof useListBox<O>>;
  options: readonly O[];
  labelOf: (option: O) => string;
  /** A second line, which tells options of the same label apart. */
  detailOf?: (option: O) => string | undefined;
  /** Marks the option that holds the current value. */
  isChosen?: (option: O) => boolean;
  /** Scrolls the page so that the whole list is visible. A box at the lower edge of a dialog needs this. */
  keepInView?: boolean;
  /** Replaces the options when there are none. */
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
