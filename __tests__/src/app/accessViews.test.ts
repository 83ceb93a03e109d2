import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VIEWS } from '../../../e2e/access/views';
import { APP_ROUTES } from '../../../src/app/routes';

// The test reads the table without running Playwright or a server.
jest.mock('@playwright/test', () => ({ expect: () => undefined }));
jest.mock('@axe-core/playwright', () => ({ AxeBuilder: class {} }));
jest.mock('../../../e2e/support/world', () => ({}));

const SRC = path.resolve('src');
/** Generic dialogs, which other components fill with content. */
const SHAPES = ['ConfirmDialog', 'Frame', 'useLeaveQuestion', 'RemovalDialog', 'AdditionDialog'];

const shown = (key: 'routes' | 'dialogs') => new Set(VIEWS.flatMap((view) => view[key] ?? []));

const OPENS = /<(Modal|ConfirmDialog|FormModal|RemovalDialog|AdditionDialog|Menu)\b/g;

/** Returns the top-level declaration around a place in a file. */
const ownerAt = (text: string, at: number): string =>
  [...text.slice(0, at).matchAll(/^(?:export )?const (\w+)/gm)].at(-1)?.[1] ?? '';

/** The names of components and hooks that open a dialog or a menu. */
const holders = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const text = readFileSync(path.join(SRC, file), 'utf8');
    return [...text.matchAll(OPENS)].map(({ index }) => ownerAt(text, index));
  })
  .filter((name) => !SHAPES.includes(name));

test('the table of accessibility views has exactly the routes of the program', () => {
  const routes = [...APP_ROUTES.map(({ path: route }) => route), '/support/replay'];
  expect([...shown('routes')].sort()).toEqual([...new Set(routes)].sort());
});

test('the table of routes in docs/PRODUCT.md has every route of the program', () => {
  const product = readFileSync(path.resolve('docs/PRODUCT.md'), 'utf8');
  const [, section = ''] = /### Routes\n(.*?)\n### /s.exec(product) ?? [];
  const cells = section.split('\n').map((line) => line.split('|')[1] ?? '');
  const listed = cells.flatMap((cell) => cell.split(',').map((route) => route.trim()));
  const routes = [...shown('routes')]
    // The table says these in words.
    .filter((route) => !route.endsWith('*') && !route.startsWith('/jobs/detail/:jobId/'))
    .map((route) => route.replace('/reset-password/:resetPasswordCode', '/reset-password/{code}'))
    .map((route) => route.replace('/restore-email/:restoreCode', '/restore-email/{code}'))
    .map((route) => route.replace(/:(\w+)/g, '{$1}'));
  expect(routes.filter((route) => !listed.includes(route))).toEqual([]);
});

test('the table has exactly the dialogs of the program', () => {
  expect([...shown('dialogs')].sort()).toEqual([...new Set(holders)].sort());
});

test('each view has a unique name', () => {
  expect(new Set(VIEWS.map(({ name }) => name)).size).toBe(VIEWS.length);
});

test('the keyboard journeys only press keys', () => {
  for (const file of ['e2e/keyboard.long.spec.ts', 'e2e/support/keyboard.ts']) {
    expect(readFileSync(file, 'utf8')).not.toMatch(
      /\.(click|dblclick|tap|hover|focus|fill|check|selectOption|dispatchEvent|mouse)\b/,
    );
  }
});
