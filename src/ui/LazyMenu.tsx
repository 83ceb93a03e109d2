import { cloneElement, useState, type ComponentProps, type ReactElement } from 'react';
import { IconButton } from './Button';
import type { MenuItem } from './Menu';

type Trigger = ReactElement<ComponentProps<'button'>>;

interface LazyMenuProps<P> {
  load: () => Promise<P>;
  trigger: Trigger;
  /** Runs when the menu fails to load. */
  onFailure: () => void;
  /** Renders the loaded menu, in the open state, with its trigger. */
  children: (part: P, trigger: Trigger) => ReactElement;
}

/** The button of a menu that loads when the pointer or the focus approaches, because the page is usable without it. */
export const LazyMenu = <P,>({ load, trigger, onFailure, children }: LazyMenuProps<P>) => {
  const [loaded, setLoaded] = useState<{ part: P }>();
  const prepare = () => void load().catch(() => undefined);
  const handleOpen = () => void load().then((part) => setLoaded({ part }), onFailure);
  if (loaded) return children(loaded.part, trigger);
  return cloneElement(trigger, {
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: handleOpen,
    onKeyDown: ({ key }) => key === 'ArrowDown' && handleOpen(),
  });
};

const loadMenu = () => import('./Menu');

interface MoreMenuProps extends Omit<ComponentProps<typeof IconButton>, 'icon'> {
  items: readonly MenuItem[];
  onFailure: () => void;
}

/** The button "⋯", which opens a menu of rarely used actions. */
export const MoreMenu = ({ items, onFailure, ...rest }: MoreMenuProps) => (
  <LazyMenu load={loadMenu} trigger={<IconButton icon="more" aria-haspopup="menu" {...rest} />} onFailure={onFailure}>
    {({ ItemsMenu }, trigger) => <ItemsMenu items={items} trigger={trigger} />}
  </LazyMenu>
);
