import type { ReactElement, ReactNode } from 'react';
import { DropdownMenu } from 'radix-ui';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from './icons';
import styles from './Menu.module.css';

interface MenuProps {
  trigger: ReactElement;
  startsOpen?: boolean;
  /** Runs after the menu has closed and its trigger has the focus again. */
  onClosed?: () => void;
  children: ReactNode;
}

export const Menu = ({ trigger, startsOpen = false, onClosed, children }: MenuProps) => (
  <DropdownMenu.Root modal={false} defaultOpen={startsOpen}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        className={styles.content}
        align="end"
        sideOffset={8}
        collisionPadding={8}
        onCloseAutoFocus={() => onClosed && void setTimeout(onClosed)}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);

export const MenuLine = () => <DropdownMenu.Separator className={styles.line} />;

export const MenuLink = ({ to, icon, children }: { to: string; icon: IconName; children: ReactNode }) => (
  <DropdownMenu.Item asChild>
    <Link to={to} className={styles.item}>
      <Icon name={icon} />
      <span>{children}</span>
    </Link>
  </DropdownMenu.Item>
);

export const MenuAction = ({
  icon,
  onChoose,
  children,
}: {
  icon: IconName;
  onChoose: () => void;
  children: ReactNode;
}) => (
  <DropdownMenu.Item className={styles.item} onSelect={onChoose}>
    <Icon name={icon} />
    <span>{children}</span>
  </DropdownMenu.Item>
);

interface MenuChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** The menu closes after a choice. */
  closes?: boolean;
  onChoose: (value: string) => void;
}

/** A group of menu items of which one is chosen. By default the menu stays open so that the user sees the effect. */
export const MenuChoice = ({ label, value, options, closes = false, onChoose }: MenuChoiceProps) => (
  <DropdownMenu.RadioGroup value={value} onValueChange={onChoose} aria-label={label}>
    <DropdownMenu.Label className={styles.label}>{label}</DropdownMenu.Label>
    {options.map((option) => (
      <DropdownMenu.RadioItem
        key={option.value}
        value={option.value}
        className={styles.item}
        onSelect={(event) => !closes && event.preventDefault()}
      >
        <span className={styles.mark}>
          <DropdownMenu.ItemIndicator>
            <Icon name="check" />
          </DropdownMenu.ItemIndicator>
        </span>
        <span>{option.label}</span>
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
);
