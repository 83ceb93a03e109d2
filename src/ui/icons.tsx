import styles from './Button.module.css';

/** Line icons on a 24 px grid, in the colour of the surrounding text. */
const PATHS = {
  jobs: 'M4 8.5h16v10.25H4zM9 8.5V6.25C9 5.6 9.5 5 10.2 5h3.6c.7 0 1.2.6 1.2 1.25V8.5M4 13h16',
  today: 'M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4M9 15l2 2 4-4',
  branches:
    'M4 19.5V10M20 19.5V10M3 9.5 5 4.5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM2.5 19.5h19M9.5 19.5v-5h5v5',
  applications:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.5-3.4 3-5 6.5-5s6 1.6 6.5 5M15.5 4.9a3.5 3.5 0 0 1 0 6.2M18 14.9c2 .6 3.2 2.1 3.5 4.6',
  inbox: 'M4 5h16v11.5h-8.5L7 20v-3.5H4zM8 9.25h8M8 12.5h5',
  profile: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.7-3.7 3.5-5.5 7.5-5.5s6.8 1.8 7.5 5.5',
  signOut: 'M14 4.5H6v15h8M10.5 12H20m0 0-3.5-3.5M20 12l-3.5 3.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3 20 20',
  close: 'm6 6 12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  down: 'm6.5 9.5 5.5 5.5 5.5-5.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  filter:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  edit: 'm14.5 5.5 4 4L8.5 19.5H4.5v-4zM12.5 7.5l4 4',
  trash: 'M5 7h14M10 7V4.5h4V7m-7 0 .8 12.5h8.4L17 7M10.5 10.5v6m3-6v6',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  star: 'm12 4 2.45 5.2 5.55.8-4 4.1.95 5.9L12 17.2 7.05 20 8 14.1 4 10l5.55-.8z',
  sort: 'M7.5 5v14m0 0L4 15.5M7.5 19l3.5-3.5M16.5 19V5m0 0L13 8.5M16.5 5 20 8.5',
  sortUp: 'M12 19V5m0 0L6.5 10.5M12 5l5.5 5.5',
  sortDown: 'M12 5v14m0 0 5.5-5.5M12 19l-5.5-5.5',
  sortNone: 'm8 9.5 4-4 4 4M8 14.5l4 4 4-4',
  pin: 'M12 20.5s6.5-5.6 6.5-10.5a6.5 6.5 0 1 0-13 0c0 4.9 6.5 10.5 6.5 10.5zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  briefcase: 'M4.5 8.5h15v10h-15zM9.5 8.5v-3h5v3',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2.5',
  basket: 'M3.5 9.5h17l-2 10h-13zM8.5 9.5 11 4M15.5 9.5 13 4M9.5 13v3.5M14.5 13v3.5',
  calendar: 'M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  eyeOff:
    'M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.3M6 7.4A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M4 4l16 16',
  offline:
    'M4 4l16 16M8.5 15.5a5 5 0 0 1 5.5-1M5 12a10 10 0 0 1 4.5-2.5M13 9.3A10 10 0 0 1 19 12M2 8.5A14.5 14.5 0 0 1 6.5 6M11 5a14.5 14.5 0 0 1 11 3.5M12 19h.01',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.3h.01',
  forward: 'M5 12h14m0 0-6-6M19 12l-6 6',
  download: 'M12 4v11m0 0-4.5-4.5M12 15l4.5-4.5M5 19.5h14',
  back: 'M19 12H5m0 0 6-6M5 12l6 6',
  phone:
    'M6.5 4.5h3l1.5 4-2 1.5a11 11 0 0 0 5 5l1.5-2 4 1.5v3c0 1-.8 1.8-1.8 1.7C10.5 18.7 5.3 13.5 4.8 6.3 4.7 5.3 5.5 4.5 6.5 4.5z',
  mail: 'M4 6h16v12.5H4zM4.5 6.5 12 13l7.5-6.5',
  more: 'M5 11.5h1.5M11.25 11.5h1.5M17.5 11.5H19M5 12.5h1.5M11.25 12.5h1.5M17.5 12.5H19',
  help: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.8M12 16.5h.01',
  block: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM6 6l12 12',
  decline:
    'M10 12a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM3 20c.6-3.6 3.2-5.25 7-5.25 1.6 0 3 .3 4.1.9M15.5 18.5H21',
  send: 'M4 12 20 4.5 15.5 20l-3.5-6.5zM12 13.5 20 4.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  card: 'M3.5 6h17v12h-17zM3.5 10h17M7 14.5h3.5',
  lock: 'M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2.5',
  archive: 'M4 5h16v4H4zM5.5 9v10.5h13V9M10 13h4',
  shield: 'M12 3.5 19 6v6c0 4.5-3 7.3-7 8.5-4-1.2-7-4-7-8.5V6z',
  pause: 'M9 5v14M15 5v14',
  settings:
    'M10.3 3.5h3.4l.5 2.5 1.7 1 2.4-.9 1.7 3-1.9 1.6v2l1.9 1.6-1.7 3-2.4-.9-1.7 1-.5 2.5h-3.4l-.5-2.5-1.7-1-2.4.9-1.7-3 1.9-1.6v-2L4 9.1l1.7-3 2.4.9 1.7-1zM12 14.2a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  expand: 'M14 4.5h5.5V10M19.5 4.5 12.5 11.5M10.5 5.5h-6v14h14v-6',
  print: 'M7 9V4.5h10V9M7 16.5H4.5V9h15v7.5H17M7 13.5h10v6H7z',
} satisfies Record<string, string>;

export type IconName = keyof typeof PATHS;

/** True if an icon of this name exists; the name may come from data. */
export const isIconName = (name: string | null): name is IconName => name !== null && Object.hasOwn(PATHS, name);

/** An icon beside or instead of a text. It is hidden from screen readers, because the text gives the meaning. */
export const Icon = ({ name, size = 20, filled = false }: { name: IconName; size?: number; filled?: boolean }) => (
  <svg
    className={filled ? `${styles.iconsIcon} ${styles.filled}` : styles.iconsIcon}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);

export const Logo = ({ size = 32 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--brand)" />
    <path
      d="M10.5 9v14M10.5 9h10M10.5 16h7.5M10.5 23h10"
      fill="none"
      stroke="var(--on-brand)"
      strokeWidth="3.4"
      strokeLinecap="round"
    />
  </svg>
);
