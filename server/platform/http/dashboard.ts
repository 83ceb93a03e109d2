import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BASES, PAGE_REVISION_HEADER } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import type { Deps } from '../deps';
import { tileOrigin } from '../providerSettings';
import type { Settings } from '../settings';
import { sha256 } from '../secrets';
import { compressReplies, pageHeaders } from './headers';

/** The table that scripts/pageParts.ts writes. */
type Table = { path: string; files: Record<Language, string[]> }[];

const KINDS: Record<string, string> = {
  '.css': 'style',
  '.js': 'script',
  // Browsers request fonts without credentials. A preload with credentials would be fetched twice.
  '.woff2': 'font; type="font/woff2"; crossorigin',
};

/** Low priority, because the page and its styles come first: these files alone paint nothing. */
const linkTo = (name: string): string =>
  `<${BASES.dashboard}/${name}>; rel=preload; as=${KINDS[path.extname(name)]}; fetchpriority=low`;

/**
 * Returns a function that gives the `Link` header of a page below /dashboard: it names the page's files, so that the
 * browser loads them together instead of one after the other. Undefined for an unknown page. RFC 8288; "preload" of
 * the HTML standard.
 */
const readPageParts = (publicDir: string): ((pathname: string, language: Language) => string | undefined) => {
  const file = path.join(publicDir, 'parts.json');
  const table = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Table) : [];
  const pages = table.map(({ path: pattern, files }) => ({
    pattern: new RegExp(pattern),
    links: Object.fromEntries(
      Object.entries(files).map(([language, names]) => [language, names.map(linkTo).join(', ')]),
    ),
  }));
  return (pathname, language) => pages.find(({ pattern }) => pattern.test(pathname))?.links[language];
};

// With or without quotes, because the production build removes those that HTML does not need.
const SETTINGS_TAG = /(<script\b[^>]*\bid="?runtime-settings"?[^>]*>)[\s\S]*?(<\/script>)/;
const STYLES = /<style\b/g;
/** The page's inline scripts: src/theme.ts and src/early.ts. */
const INLINE_SCRIPTS = /<script>([\s\S]*?)<\/script>/g;
const YEAR_SECONDS = 31_536_000;

/**
 * The settings that the server puts into the page, so that one build serves every environment. None of them is secret.
 */
const runtimeSettings = (settings: Settings, cspNonce: string, version: string) => ({
  mainApi: BASES.main,
  sharedApi: BASES.shared,
  geoApi: BASES.geo,
  countryCode: settings.countryCode,
  dateLocale: settings.dateLocale,
  timeZone: settings.timeZone,
  googleMapsKey: settings.googleMapsKey,
  mapTilesUrl: settings.mapTiles?.url ?? null,
  mapAttribution: settings.mapTiles?.attribution ?? null,
  vapidPublicKey: settings.push?.publicKey ?? null,
  paymentFlow: settings.paymentFlow,
  paymentProvider: settings.payment.provider,
  devTools: settings.supportReplay,
  supportReplay: settings.supportReplay,
  demo: settings.demo,
  cspNonce,
  version,
});

/** Returns JSON that cannot close the surrounding script element. */
const embeddable = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

const SERVICE_WORKER = 'push-sw.js';
/** Lets the service worker fetch the files that it stores, and nothing from elsewhere. */
const WORKER_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
};

/**
 * Returns the service worker's script with the facts that it needs at its start; null for a build without one. A
 * changed page or changed settings change the script, so that browsers fetch the page again.
 */
const serviceWorkerOf = (publicDir: string, { keepsProgram }: Settings, revision: string): string | null => {
  const file = path.join(publicDir, SERVICE_WORKER);
  if (!existsSync(file)) return null;
  const facts = `PAGE_REVISION="${revision}",KEEPS_PROGRAM=${keepsProgram}`;
  return `const ${facts};\n${readFileSync(file, 'utf8')}`;
};

/** Serves the built dashboard: hashed assets that never expire, and the page for every path below /dashboard. */
export const addDashboard = async (app: FastifyInstance, { settings }: Deps, publicDir: string): Promise<void> => {
  const page = readFileSync(path.join(publicDir, 'index.html'), 'utf8');
  if (!SETTINGS_TAG.test(page)) throw new Error('index.html lacks the tag for the runtime settings');
  const { version } = JSON.parse(readFileSync(path.join(publicDir, 'version.json'), 'utf8')) as { version: string };

  const scriptHashes = Array.from(page.matchAll(INLINE_SCRIPTS), ([, script = '']) =>
    sha256(script).toString('base64'),
  );
  const linkOf = readPageParts(publicDir);
  const revision = sha256(`${page}${JSON.stringify(runtimeSettings(settings, '', version))}`)
    .toString('hex')
    .slice(0, 20);

  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.slice(BASES.dashboard.length).split('?', 1)[0] ?? '';
    const link = linkOf(pathname, request.language);
    if (link) void reply.header('link', link);
    const nonce = randomBytes(16).toString('base64');
    const json = embeddable(runtimeSettings(settings, nonce, version));
    return reply
      .headers({
        ...pageHeaders(nonce, {
          withGoogle: settings.googleMapsKey !== null,
          tileOrigin: tileOrigin(settings.mapTiles),
          provider: settings.payment.provider,
          scriptHashes,
        }),
        'cache-control': 'no-cache',
        [PAGE_REVISION_HEADER]: revision,
        // The preloaded texts are those of the browser's language.
        vary: 'accept-language',
      })
      .type('text/html; charset=utf-8')
      .send(
        page
          .replace(SETTINGS_TAG, (_match, open: string, close: string) => `${open}${json}${close}`)
          // Google's map takes the nonce of its styles from here.
          .replace(STYLES, `<style nonce="${nonce}"`),
      );
  };

  const worker = serviceWorkerOf(publicDir, settings, revision);
  if (worker !== null)
    app.get(`${BASES.dashboard}/${SERVICE_WORKER}`, { config: { rate: 'files' } }, async (_request, reply) =>
      reply.headers(WORKER_HEADERS).type('text/javascript; charset=utf-8').send(worker),
    );
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, rate: 'files' };
    });
    await files.register(fastifyStatic, {
      root: publicDir,
      prefix: `${BASES.dashboard}/`,
      index: false,
      wildcard: false,
      preCompressed: true,
      decorateReply: false,
      cacheControl: false,
      globIgnore: ['index.html', 'version.json', 'parts.json', 'offline.json', SERVICE_WORKER, '**/*.map'],
      setHeaders: (reply, file) => {
        const forever = file.includes(`${path.sep}assets${path.sep}`);
        void reply.header(
          'cache-control',
          forever ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
        );
      },
    });
  });
  app.get('/', async (_request, reply) => reply.redirect(BASES.dashboard, 302));
  // The page differs each time. The files are compressed by the build.
  await app.register(async (scope) => {
    await compressReplies(scope);
    scope.get(BASES.dashboard, servePage);
    scope.get(`${BASES.dashboard}/*`, async (request, reply) => {
      // An asset of an older build is gone. With the page in its place, the browser would fail to run it as a script.
      if (request.url.startsWith(`${BASES.dashboard}/assets/`)) return reply.callNotFound();
      return servePage(request, reply);
    });
  });
};
