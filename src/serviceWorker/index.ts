// Runs in the browser beside the tabs: keeps the program of the daily pages, and shows pushes (docs/decisions/0050-kept-program.md).
import { cacheNames } from 'workbox-core';
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { Language } from '../../contract/constants/options';
import { BASE_PATH } from '../lib/paths';
import { notifyOfPushes } from './push';
import { ofRelease, PAGE } from './release';
import { inLanguage, type WorkerScope } from './scope';

/** The files of the daily pages by language (scripts/build.mjs). */
declare const FILES: Record<Language, string[]>;

/** The server writes both before this script (server/platform/http/dashboard.ts). */
declare const PAGE_REVISION: string;
declare const KEEPS_PROGRAM: boolean;

const scope = globalThis as unknown as WorkerScope;

const keepProgram = (): void => {
  addPlugins([ofRelease(PAGE_REVISION)]);
  precacheAndRoute([
    { url: PAGE, revision: PAGE_REVISION },
    // Their names have their hashes.
    ...inLanguage(FILES, scope).map((file) => ({ url: `${PAGE}${file}`, revision: null })),
  ]);
  cleanupOutdatedCaches();
  // One page serves every address.
  registerRoute(new NavigationRoute(createHandlerBoundToURL(PAGE), { allowlist: [new RegExp(`^${BASE_PATH}(/|$)`)] }));
  // A new version waits until the user wants it: a tab that works with the old one may need its files.
  scope.addEventListener('message', (event) => {
    if ((event.data as { type?: unknown } | null)?.type === 'renew') event.waitUntil(scope.skipWaiting());
  });
};

/** The server turned the keeping off: removes what earlier workers kept. */
const forgetProgram = (): void => {
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => {
    event.waitUntil(scope.caches.delete(cacheNames.precache));
  });
};

if (KEEPS_PROGRAM) keepProgram();
else forgetProgram();
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
notifyOfPushes(scope);
