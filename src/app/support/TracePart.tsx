import { useState } from 'react';
import styles from './Support.module.css';

/**
 * Maximum characters of JSON shown as a whole; a longer part opens field by field, so that a large state does not
 * block the page.
 */
const WHOLE = 4_000;

/** Returns the type of an event, or else the position in a list or the name of a field. */
const labelOf = (name: string, value: unknown): string => {
  const { action } = value as { action?: { type?: unknown } };
  return typeof action?.type === 'string' ? `${Number(name) + 1} ${action.type}` : name;
};

const Content = ({ value }: { value: unknown }) => {
  const text = JSON.stringify(value, null, 2) ?? '';
  if (text.length <= WHOLE || typeof value !== 'object' || value === null)
    return <pre className={styles.json}>{text}</pre>;
  return Object.entries(value).map(([name, one]: [string, unknown]) =>
    typeof one === 'object' && one !== null ? (
      <TracePart key={name} title={labelOf(name, one)} value={one} />
    ) : (
      <pre key={name} className={styles.json}>{`${name}: ${JSON.stringify(one)}`}</pre>
    ),
  );
};

/** Shows a part of the trace that the user can open down to each value; renders only open parts. */
export const TracePart = ({ title, value }: { title: string; value: unknown }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.part} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>{title}</summary>
      {isOpen && <Content value={value} />}
    </details>
  );
};
