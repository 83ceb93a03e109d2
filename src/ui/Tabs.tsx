import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx';
import { showFocused } from './useMedia';
import styles from './Tabs.module.css';

interface TabsProps<V extends string> {
  label: string;
  value: V;
  tabs: readonly { value: V; label: ReactNode }[];
  onChange: (value: V) => void;
  /** Shown below the tabs; on a phone after them, in one line that scrolls. */
  behind?: ReactNode;
  children: ReactNode;
}

/** Returns the index of the tab that a key moves to; undefined for other keys. */
const targetOf = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowLeft: (at + count - 1) % count, ArrowRight: (at + 1) % count, Home: 0, End: count - 1 })[key];

/**
 * Tabs over one panel; those without room in the line stand below it. The arrow keys move the focus, and Enter opens
 * the tab. The caller renders the panel's content.
 */
export const Tabs = <V extends string>({ label, value, tabs, onChange, behind, children }: TabsProps<V>) => {
  const id = useId();
  const [focused, setFocused] = useState<V | null>(null);
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>, at: number) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const target = targetOf(event.key, at, tabs.length);
    if (target === undefined) return;
    event.preventDefault();
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
  };
  return (
    <div>
      <div className={cx(behind !== undefined && styles.line)} onFocus={behind === undefined ? undefined : showFocused}>
        <div role="tablist" className={styles.list} aria-label={label} onBlur={() => setFocused(null)}>
          {tabs.map((tab, at) => (
            <button
              key={tab.value}
              id={`${id}-${tab.value}`}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === (focused ?? value) ? 0 : -1}
              onFocus={() => setFocused(tab.value)}
              onKeyDown={(event) => handleKeyDown(event, at)}
              onClick={() => tab.value !== value && onChange(tab.value)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {behind}
      </div>
      <div id={`${id}-panel`} role="tabpanel" className={styles.panel} aria-labelledby={`${id}-${value}`} tabIndex={-1}>
        {children}
      </div>
    </div>
  );
};
