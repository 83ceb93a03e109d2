import { SERVICE_WORKER } from './paths';

/** Whether the page is visible. */
export interface Visibility {
  isHidden: () => boolean;
  /** False while the browser has no network; true may be wrong. */
  isOnline: () => boolean;
  /** Also calls `onChange` when the browser is online again. Returns a function that stops listening. */
  listen: (onChange: () => void) => () => void;
}

/** Reports the visibility of this tab. */
export const documentVisibility: Visibility = {
  isHidden: () => document.visibilityState === 'hidden',
  isOnline: () => navigator.onLine,
  listen: (onChange) => {
    document.addEventListener('visibilitychange', onChange);
    addEventListener('online', onChange);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      removeEventListener('online', onChange);
    };
  },
};

/**
 * Runs a function once the next frame has been painted, so that what a press shows waits for nothing else. A hidden tab
 * paints none. Returns a function that cancels it.
 */
export const afterPaint = (run: () => void): (() => void) => {
  const isHidden = document.visibilityState === 'hidden';
  let timer = isHidden ? setTimeout(run) : undefined;
  const frame = isHidden ? 0 : requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/** Runs a function when the browser has nothing else to do. Safari has no `requestIdleCallback`. */
export const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 200);
};

/** Resolves after milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves in a task of its own: the browser can paint and answer presses before the work that follows. */
export const nextTask = (): Promise<void> => pause(0);

/** Milliseconds before something that did not load is requested again. */
const RETRY_DELAY = 5_000;

/** Resolves when it is worth requesting again what did not load: after five seconds, or once the browser is online. */
export const nextTry = (): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, RETRY_DELAY);
    addEventListener('online', end);
  });

/** True on a connection whose user asked browsers to load less. */
export const savesData = ({ connection }: Navigator & { connection?: { saveData?: boolean } } = navigator): boolean =>
  connection?.saveData === true;

/** Reloads this page with its address and its route state. */
export const reloadPage = (): void => globalThis.location.reload();

/** Offers a file to the user as a download. */
export type SaveFile = (file: { blob: Blob; name: string }) => void;

/** Some browsers read the address only after the click, so it stays valid for this many milliseconds. */
const REVOKE_DELAY = 60_000;

export const saveFile: SaveFile = ({ blob, name }) => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY);
};

/** Returns a random UUID. Pages on plain http have `getRandomValues` but no `randomUUID`. */
export const randomId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // The version and the variant of RFC 9562.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** Returns the text that sets a cookie for the whole origin; `maxAge` in seconds. */
export const cookieText = (name: string, value: string, maxAge: number): string =>
  `${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAge}; secure; samesite=strict`;

export const setCookie = (name: string, value: string, maxAge: number): void => {
  document.cookie = cookieText(name, value, maxAge);
};

export const removeCookie = (name: string): void => setCookie(name, '', 0);

/** Returns the child of `parent` that is or contains `node`; null if `node` is elsewhere. */
const childAround = (parent: Node, node: Node | null): Node | null => {
  let around = node;
  while (around && around.parentNode !== parent) around = around.parentNode;
  return around;
};

/**
 * Keeps React working when the browser translates the page. Translation replaces text nodes with `<font>` elements, and
 * React crashes on the missing nodes (https://github.com/facebook/react/issues/11538). Lint makes us wrap our own texts
 * in elements; for texts of packages, this acts on the replacement instead, or does nothing.
 */
export const survivePageTranslation = (): void => {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <N extends Node>(this: Node, node: N, before: Node | null): N {
    return insertBefore.call(this, node, childAround(this, before)) as N;
  };
  Node.prototype.removeChild = function <N extends Node>(this: Node, node: N): N {
    const child = childAround(this, node);
    if (child) removeChild.call(this, child);
    return node;
  };
};

/** The used part of Trusted Types. https://w3c.github.io/trusted-types/dist/spec/ */
interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string | null; createScriptURL: (text: string) => string | null },
  ) => unknown;
}

/** Markup that Leaflet writes: a test for SVG, the labels of its zoom buttons, an icon without content. */
const KNOWN_MARKUP = new Set([
  '',
  '<svg/>',
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
]);

/** True for the service worker, the only script besides those that the bundler's policy allows. */
const isServiceWorker = (text: string): boolean => {
  const { origin, pathname } = new URL(text, location.href);
  return origin === location.origin && pathname === SERVICE_WORKER;
};

/**
 * Creates the default policy: it allows a short list of markup and script addresses, and the browser refuses
 * everything else. Does nothing in a browser without Trusted Types.
 */
export const guardMarkup = (): void => {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (KNOWN_MARKUP.has(text) ? text : null),
    createScriptURL: (text) => (isServiceWorker(text) ? text : null),
  });
};
