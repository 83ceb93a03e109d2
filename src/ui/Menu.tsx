import { useRef, type ReactElement, type ReactNode } from 'react';
import { DropdownMenu } from 'radix-ui';
import type { MessageId } from '../lib/intl';
import { Icon, type IconName } from './icons';
import styles from './Menu.module.css';
import { T } from './text';
import { Link } from './router';

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

/** A line of a menu: a link inside or outside the product, or an action. */
export type MenuItem = { icon: IconName; text: MessageId } & (
  { to: string; state?: object } | { href: string } | { onChoose: () => void }
);

const Item = ({ item, onChoose }: { item: MenuItem; onChoose: (act: () => void) => void }) => {
  const content = (
    <>
      <Icon name={item.icon} />
      <T id={item.text} />
    </>
  );
  if ('onChoose' in item)
    return (
      <DropdownMenu.Item className={styles.item} onSelect={() => onChoose(item.onChoose)}>
        {content}
      </DropdownMenu.Item>
    );
  return (
    <DropdownMenu.Item asChild>
      {'to' in item ? (
        <Link to={item.to} state={item.state} className={styles.item}>
          {content}
        </Link>
      ) : (
        <a href={item.href} className={styles.item}>
          {content}
        </a>
      )}
    </DropdownMenu.Item>
  );
};

/** A menu of items that mounts in the open state. An action runs after the menu has closed, so it may open a dialog. */
export const ItemsMenu = ({ items, trigger }: { items: readonly MenuItem[]; trigger: ReactElement }) => {
  const chosen = useRef<(() => void) | null>(null);
  const handleClosed = () => {
    chosen.current?.();
    chosen.current = null;
  };
  return (
    <Menu trigger={trigger} startsOpen onClosed={handleClosed}>
      {items.map((item) => (
        <Item key={item.text} item={item} onChoose={(act) => void (chosen.current = act)} />
      ))}
    </Menu>
  );
};
