import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';
import { Icon, type IconName } from '../../ui/icons';
import { PageHeading } from '../../ui/PageHeading';
import styles from './PaymentResult.module.css';

interface OutcomeProps {
  look: 'good' | 'bad' | 'open';
  icon: IconName;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** The status of a payment: an icon, a title and the next steps. Screen readers announce changes. */
export const Outcome = ({ look, icon, title, children, actions }: OutcomeProps) => (
  <div className={styles.outcome}>
    <span className={cx(styles.sign, styles[look])}>
      <Icon name={icon} size={32} />
    </span>
    <PageHeading title={title} />
    <div className="stack gap-8 soft" role="status">
      {children}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
);
