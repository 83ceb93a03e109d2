import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VIEWS } from '../../../e2e/access/views';
import { APP_ROUTES } from '../../../src/app/routes';

// The table is read here, not run.
jest.mock('@playwright/test', () => ({ expect: () => undefined }));
jest.mock('@axe-core/playwright', () => ({ AxeBuilder: class {} }));

const SRC = path.resolve('src');
/** Shapes of dialogs, which others fill. */
const SHAPES = ['Modal', 'FormModal', 'RemovalDialog'];

const shown = (key: 'routes' | 'dialogs') => new Set(VIEWS.flatMap((view) => view[key] ?? []));

/** Components that open a dialog or a menu, by the names of their files. */
const holders = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .filter((file) =>
    /<(Modal|ConfirmDialog|FormModal|RemovalDialog|Menu)\b/.test(readFileSync(path.join(SRC, file), 'utf8')),
  )
  .map((file) => path.basename(file, '.tsx'))
  .filter((name) => !SHAPES.includes(name));

test('every route is in the table of what is looked at for access, and no other', () => {
  const routes = [...APP_ROUTES.map(({ path: route }) => route), '/support/replay'];
  expect([...shown('routes')].sort()).toEqual([...new Set(routes)].sort());
});

test('every dialog is in it, and no other', () => {
  expect([...shown('dialogs')].sort()).toEqual([...new Set(holders)].sort());
});

test('each view has a name of its own', () => {
  expect(new Set(VIEWS.map(({ name }) => name)).size).toBe(VIEWS.length);
});

test('a journey by keyboard presses keys and does nothing else', () => {
  for (const file of ['e2e/keyboard.spec.ts', 'e2e/support/keyboard.ts']) {
    expect(readFileSync(file, 'utf8')).not.toMatch(
      /\.(click|dblclick|tap|hover|focus|fill|check|selectOption|dispatchEvent|mouse)\b/,
    );
  }
});
