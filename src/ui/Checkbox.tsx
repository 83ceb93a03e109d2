import type { ReactNode } from 'react';
import styles from './Field.module.css';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A box to tick, its label being part of the target. */
export const Checkbox = ({ label, checked, onChange, disabled }: CheckboxProps) => (
  <label className={styles.check}>
    <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
);
