import type { ReactNode } from 'react';
import { Tabs as RadixTabs } from 'radix-ui';
import { cx } from './cx';
import { showFocused } from './useMedia';
import styles from './Tabs.module.css';

interface TabsProps<V extends string> {
  label: string;
  value: V;
  tabs: readonly { value: V; label: ReactNode }[];
  onChange: (value: V) => void;
  /** Stands below the tabs, and on a phone behind them in one line that scrolls. */
  behind?: ReactNode;
  children: ReactNode;
}

/** Tabs over one panel; those without room in the line stand below it. The caller renders the panel's content. */
export const Tabs = <V extends string>({ label, value, tabs, onChange, behind, children }: TabsProps<V>) => (
  <RadixTabs.Root value={value} onValueChange={(next) => onChange(next as V)} activationMode="manual">
    <div className={cx(behind !== undefined && styles.line)} onFocus={behind === undefined ? undefined : showFocused}>
      <RadixTabs.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {behind}
    </div>
    <RadixTabs.Content value={value} className={styles.panel} tabIndex={-1}>
      {children}
    </RadixTabs.Content>
  </RadixTabs.Root>
);
