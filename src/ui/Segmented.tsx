import { useId } from 'react';
import { ToggleGroup } from 'radix-ui';
import { cx } from './cx';
import styles from './Segmented.module.css';

interface SegmentedProps<V extends string> {
  label: string;
  /** Puts the label and the group on one line where there is room. */
  row?: boolean;
  value: V;
  options: readonly { value: V; label: string }[];
  /** Shows that the choice is being saved and ignores further presses. */
  busy?: boolean;
  onChange: (value: V) => void;
}

/** A group of a few visible options of which one is always chosen. */
export const Segmented = <V extends string>({ label, row, value, options, busy, onChange }: SegmentedProps<V>) => {
  const id = useId();
  return (
    <div className={cx(styles.wrap, row && styles.row)}>
      <span id={id} className="size-14 strong">
        {label}
      </span>
      <ToggleGroup.Root
        type="single"
        className={styles.group}
        aria-labelledby={id}
        value={value}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onValueChange={(next) => next && !busy && onChange(next as V)}
      >
        {options.map((option) => (
          <ToggleGroup.Item key={option.value} value={option.value} className={styles.option}>
            {option.label}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
    </div>
  );
};
