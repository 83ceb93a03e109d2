import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { screensOf } from '../../../scripts/pageParts';
import { setBackOfficeLoader, withBackOffice } from '../../../src/app/access';
import { PAGES, type ProgramPart } from '../../../src/app/pages';

const read = (file: string) => readFileSync(file, 'utf8');

test('a back-office page loads together with its domains, and fails when they fail', async () => {
  const opened: string[] = [];
  setBackOfficeLoader(async () => void opened.push('opened'));
  expect(await withBackOffice(async () => 'page')).toBe('page');
  expect(opened).toEqual(['opened']);
  setBackOfficeLoader(() => Promise.reject(new Error('no network')));
  await expect(withBackOffice(async () => 'page')).rejects.toThrow('no network');
});

const DOMAINS = [...read('src/store/backOffice.ts').matchAll(/from '\.\.\/domains\/(\w+)'/g)].map(([, name]) => name!);
const readsThem = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .some((file) => DOMAINS.some((name) => read(path.join(folder, file)).includes(`domains/${name}'`)));
const widgets = readdirSync('src/widgets').filter((name) => readsThem(`src/widgets/${name}`));
const needsThem = (screen: string): boolean => {
  const folder = `src/screens/${screen}`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const usesWidget = (file: string) =>
    widgets.some((name) => read(path.join(folder, file)).includes(`widgets/${name}`));
  return readsThem(folder) || files.some(usesWidget);
};

const PROGRAM_PAGES = PAGES.flatMap(({ part = 'dailyWork', frame, screen }) =>
  screensOf({ frame, screen }).map((request) => ({ part, name: request.split('/')[2]! })),
);

test('only the pages that read these domains wait for them', () => {
  const loadedBy = (wanted: ProgramPart) => PROGRAM_PAGES.filter(({ part }) => part === wanted).map(({ name }) => name);
  const [waiting, others] = [
    loadedBy('backOffice'),
    [...loadedBy('lists'), ...loadedBy('dailyWork'), ...loadedBy('signIn')],
  ];
  expect(waiting.length).toBeGreaterThan(10);
  expect(waiting.filter((name) => !needsThem(name))).toEqual([]);
  expect(others.filter(needsThem)).toEqual([]);
  // The shell around the pages does not read them either.
  expect(readsThem('src/app')).toBe(false);
});
