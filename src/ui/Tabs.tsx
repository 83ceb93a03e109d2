import { useEffect, useRef, type ReactNode } from 'react';
import { Tabs as RadixTabs } from 'radix-ui';
import styles from './Tabs.module.css';

interface TabsProps<V extends string> {
  label: string;
  value: V;
  tabs: readonly { value: V; label: ReactNode }[];
  onChange: (value: V) => void;
  children: ReactNode;
}

/** Scrolls a list sideways until its active item is in sight. The page stays where it is. */
export const showActive = (list: HTMLElement) => {
  const tab = list.querySelector('[data-state="active"]')?.getBoundingClientRect();
  if (!tab) return;
  const { left, right } = list.getBoundingClientRect();
  list.scrollLeft += Math.max(tab.right - right, 0) + Math.min(tab.left - left, 0);
};

/** Tabs over one panel. The caller renders the panel's content. */
export const Tabs = <V extends string>({ label, value, tabs, onChange, children }: TabsProps<V>) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current) showActive(list.current);
  }, [value, tabs.length]);
  return (
    <RadixTabs.Root value={value} onValueChange={(next) => onChange(next as V)} activationMode="manual">
      <RadixTabs.List ref={list} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <RadixTabs.Content value={value} className={styles.panel} tabIndex={-1}>
        {children}
      </RadixTabs.Content>
    </RadixTabs.Root>
  );
};
