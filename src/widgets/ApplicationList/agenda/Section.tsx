import { useId, type ReactNode } from 'react';
import { foldToggled } from '../../../domains/appointments';
import { useAppDispatch } from '../../../store/hooks';
import { Icon } from '../../../ui/icons';
import { Card } from '../../../ui/Page';
import styles from '../Appointments.module.css';

/** A card with rows under a heading. */
export const Section = ({ title, children }: { title: ReactNode; children: ReactNode }) => {
  const id = useId();
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id} className={styles.date}>
        {title}
      </h2>
      <Card>{children}</Card>
    </section>
  );
};

interface FoldedProps {
  /** Identifies the fold in the store, which remembers that it is open. */
  foldKey: string;
  isOpen: boolean;
  label: ReactNode;
  children: ReactNode;
}

/** Rows of a section behind a button. */
export const Folded = ({ foldKey, isOpen, label, children }: FoldedProps) => {
  const dispatch = useAppDispatch();
  const id = useId();
  return (
    <div className={styles.folded}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => dispatch(foldToggled({ key: foldKey, isOpen: !isOpen }))}
      >
        <Icon name="down" size={18} />
        <span>{label}</span>
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen && children}
      </ul>
    </div>
  );
};
