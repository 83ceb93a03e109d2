import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import type { MessageId } from '../lib/intl';
import { cx } from './cx';
import { Icon, type IconName } from './icons';
import { T } from './text';
import { Link, type LinkProps } from './router';
import styles from './Button.module.css';

type Look = 'primary' | 'secondary' | 'quiet';

interface Shape {
  look?: Look;
  small?: boolean;
  wide?: boolean;
  icon?: IconName;
  /** The label, instead of children. */
  textId?: MessageId;
}

const classOf = ({ look = 'secondary', small, wide }: Shape, more?: string) =>
  cx(styles.button, styles[look], small && styles.small, wide && styles.wide, more);

const Label = ({ textId, children }: { textId: MessageId | undefined; children: ReactNode }) =>
  textId ? <T className={styles.label} id={textId} /> : <span className={styles.label}>{children}</span>;

interface ButtonProps extends Shape, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows progress and ignores further clicks. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. Each screen has one `primary` button, for its main action. */
export const Button = ({
  look,
  small,
  wide,
  icon,
  textId,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-busy={busy || undefined}
    aria-disabled={busy || rest['aria-disabled'] || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
    className={classOf({ look, small, wide }, className)}
  >
    {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon && <Icon name={icon} />}
    <Label textId={textId}>{children}</Label>
  </button>
);

export const ButtonLink = ({ look, small, wide, icon, textId, className, children, ...rest }: Shape & LinkProps) => (
  <Link {...rest} className={classOf({ look, small, wide }, className)}>
    {icon && <Icon name={icon} />}
    <Label textId={textId}>{children}</Label>
  </Link>
);

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'textId' | 'children'> {
  icon: IconName;
  /** The label for screen readers and the tooltip. */
  label: string;
  filled?: boolean;
  children?: ReactNode;
}

export const IconButton = ({
  icon,
  label,
  filled,
  look = 'quiet',
  small,
  className,
  children,
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    className={classOf({ look, small }, cx(styles.icon, className))}
  >
    <Icon name={icon} filled={filled} />
    {children && <span className={styles.label}>{children}</span>}
  </button>
);

/** A button that looks like a link in a text, such as one that opens a document in a dialog. */
export const LinkButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className={styles.link} onClick={onClick}>
    {children}
  </button>
);
