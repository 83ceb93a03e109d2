import { PAGES } from '../../../src/app/pages';
import { drawFirstView } from '../../../src/lib/firstView';
import { LOCALES, languageOf, type Locale } from '../../../src/lib/locales';
import type { Stored } from '../../../src/lib/storage';
import { messagesOf } from '../../support/messages';

const SESSION = { accessToken: 't', userId: 7, userType: 'company', countryCode: 'TR' };

const drawn = (address: string, stored: Partial<Stored> = {}) => {
  const into = document.createElement('div');
  drawFirstView(
    PAGES,
    address,
    { session: SESSION, locale: 'en', waits: false, beginsWithToday: false, ...stored },
    into,
  );
  return [...into.children].map(({ textContent }) => textContent);
};

afterEach(() => {
  document.documentElement.lang = 'en';
});

test.each([
  ['/jobs', ['Jobs']],
  ['/applications?page=1&activeTab=all', ['Applications']],
  ['/packages', ['Packages', 'One credit publishes one job. Credit statement']],
  ['/jobs/create', []],
  ['/inbox/12', []],
])('%s shows its title before the program has loaded: %j', (address, texts) => expect(drawn(address)).toEqual(texts));

test('shows no title without a session or without access to the page', () => {
  expect(drawn('/jobs', { session: null })).toEqual([]);
  expect(drawn('/packages', { session: { ...SESSION, userType: 'branch' } })).toEqual([]);
});

test.each(LOCALES)('uses the texts of the page in %s', (locale: Locale) => {
  const texts = messagesOf(locale);
  expect(drawn('/applications', { locale })).toEqual([texts['applications.title']]);
  expect(drawn('/packages', { locale })).toEqual([
    texts['packages.title'],
    `${texts['packages.text']} ${texts['statement.title']}`,
  ]);
  expect(document.documentElement.lang).toBe(locale);
  // The texts must be plain: the first view fills in no arguments.
  const shown = PAGES.flatMap(({ view }) => (view ? [view.title, ...(view.lead ?? [])] : []));
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.filter((id) => /[{<']/.test(messagesOf(languageOf(locale))[id]!))).toEqual([]);
});
