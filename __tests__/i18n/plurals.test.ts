import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { createIntl } from 'react-intl';
import { LOCALES, languageOf, type Locale } from '../../src/lib/locales';
import { eachRow, messagesOf } from '../support/messages';

const texts = Object.fromEntries(LOCALES.map((locale) => [locale, messagesOf(locale)])) as Record<
  Locale,
  Record<string, string>
>;
const intlOf = (locale: Locale) =>
  createIntl({
    locale,
    messages: texts[locale],
    onError: (error) => {
      throw error;
    },
  });

/** Arguments that count things, even where a message uses them without a type. */
const NUMBERS = new Set([
  'count',
  'total',
  'filtered',
  'done',
  'wanted',
  'days',
  'months',
  'years',
  'hours',
  'min',
  'max',
  'digits',
  'pages',
]);
const isNumber = (element: MessageFormatElement | undefined): boolean =>
  element?.type === TYPE.number || (element?.type === TYPE.argument && NUMBERS.has(element.value));

/** Words that may follow a number and are not counted nouns: function words, units and "2 of 3 hired". */
const NO_NOUN = /^(of|to|in|or|and|a|an|per|each|more|less|km|h|MB|de|a|al|en|o|y|por|más|menos|hired)$/u;

/** Returns the words that directly follow a number outside a plural. */
const uncounted = (text: string): string[] => {
  const found: string[] = [];
  eachRow(text, (elements) =>
    elements.forEach((element, at) => {
      const next = elements[at + 1];
      const word = next?.type === TYPE.literal ? /^[ -](\p{L}+)/u.exec(next.value)?.[1] : undefined;
      if (isNumber(element) && word !== undefined && !NO_NOUN.test(word)) found.push(`${text} → ${word}`);
    }),
  );
  return found;
};

/** Locales whose nouns change after a number. Turkish nouns do not. */
const INFLECTING = LOCALES.filter((locale) => languageOf(locale) !== 'tr');

describe('counted nouns', () => {
  it.each(INFLECTING)('use a plural in %s', (locale) => {
    expect(Object.values(texts[locale]).flatMap(uncounted)).toEqual([]);
  });

  it.each([
    ['{count} jobs', 1],
    ['{count, number} jobs', 1],
    ['{x, select, a {{total} rows} other {}}', 1],
    ['{done, number} of {total, plural, one {# row} other {# rows}}', 0],
    ['up to {max} km', 0],
  ])('%s: %i outside a plural', (text, found) => expect(uncounted(text)).toHaveLength(found));

  it.each(LOCALES)('have every plural form of %s', (locale) => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    // Turkish nouns have one form. Spanish “many” (whole millions) reads as “other” does.
    const needed = languageOf(locale) === 'tr' ? ['other'] : pluralCategories.filter((form) => form !== 'many');
    const lacking = Object.entries(texts[locale]).filter(([, text]) => {
      let lacks = false;
      eachRow(text, (elements) =>
        elements.forEach((element) => {
          if (element.type === TYPE.plural) lacks ||= needed.some((form) => !(form in element.options));
        }),
      );
      return lacks;
    });
    expect(lacking).toEqual([]);
  });
});

type Row = [id: string, argument: string, locale: Locale, shown: string[]];

/** The expected texts for 0, 1, 2, 5 and 1,234. */
const SHOWN: Row[] = [
  ['applications.count.all', 'total', 'tr', ['0 başvuru', '1 başvuru', '2 başvuru', '5 başvuru', '1.234 başvuru']],
  [
    'applications.count.all',
    'total',
    'en',
    ['0 applications', '1 application', '2 applications', '5 applications', '1,234 applications'],
  ],
  [
    'applications.count.all',
    'total',
    'es',
    ['0 solicitudes', '1 solicitud', '2 solicitudes', '5 solicitudes', '1234 solicitudes'],
  ],
  [
    'applications.count.all',
    'total',
    'es-MX',
    ['0 solicitudes', '1 solicitud', '2 solicitudes', '5 solicitudes', '1,234 solicitudes'],
  ],
  [
    'inbox.unread',
    'count',
    'tr',
    ['0 okunmamış mesaj', '1 okunmamış mesaj', '2 okunmamış mesaj', '5 okunmamış mesaj', '1.234 okunmamış mesaj'],
  ],
  [
    'inbox.unread',
    'count',
    'en',
    ['0 unread messages', '1 unread message', '2 unread messages', '5 unread messages', '1,234 unread messages'],
  ],
  [
    'inbox.unread',
    'count',
    'es',
    [
      '0 mensajes sin leer',
      '1 mensaje sin leer',
      '2 mensajes sin leer',
      '5 mensajes sin leer',
      '1234 mensajes sin leer',
    ],
  ],
  ['shell.balance', 'count', 'tr', ['0 kredi', '1 kredi', '2 kredi', '5 kredi', '1.234 kredi']],
  ['shell.balance', 'count', 'en', ['0 credits', '1 credit', '2 credits', '5 credits', '1,234 credits']],
  ['shell.balance', 'count', 'es', ['0 créditos', '1 crédito', '2 créditos', '5 créditos', '1234 créditos']],
  ['branches.count', 'count', 'tr', ['0 şube', '1 şube', '2 şube', '5 şube', '1.234 şube']],
  ['branches.count', 'count', 'en', ['0 branches', '1 branch', '2 branches', '5 branches', '1,234 branches']],
  ['branches.count', 'count', 'es', ['0 sucursales', '1 sucursal', '2 sucursales', '5 sucursales', '1234 sucursales']],
  ['branchesInbox.total', 'count', 'tr', ['Yazışma yok', '1 yazışma', '2 yazışma', '5 yazışma', '1.234 yazışma']],
  [
    'branchesInbox.total',
    'count',
    'en',
    ['No conversations', '1 conversation', '2 conversations', '5 conversations', '1,234 conversations'],
  ],
  [
    'branchesInbox.total',
    'count',
    'es',
    ['Sin conversaciones', '1 conversación', '2 conversaciones', '5 conversaciones', '1234 conversaciones'],
  ],
  [
    'packages.toBasket',
    'count',
    'tr',
    ['Sepet (0 ürün)', 'Sepet (1 ürün)', 'Sepet (2 ürün)', 'Sepet (5 ürün)', 'Sepet (1.234 ürün)'],
  ],
  [
    'packages.toBasket',
    'count',
    'en',
    ['Basket (0 items)', 'Basket (1 item)', 'Basket (2 items)', 'Basket (5 items)', 'Basket (1,234 items)'],
  ],
  [
    'packages.toBasket',
    'count',
    'es',
    [
      'Cesta (0 artículos)',
      'Cesta (1 artículo)',
      'Cesta (2 artículos)',
      'Cesta (5 artículos)',
      'Cesta (1234 artículos)',
    ],
  ],
  [
    'packages.toBasket',
    'count',
    'es-MX',
    [
      'Carrito (0 artículos)',
      'Carrito (1 artículo)',
      'Carrito (2 artículos)',
      'Carrito (5 artículos)',
      'Carrito (1,234 artículos)',
    ],
  ],
  [
    'jobForm.summary',
    'count',
    'tr',
    ['0 alanı düzeltin', '1 alanı düzeltin', '2 alanı düzeltin', '5 alanı düzeltin', '1.234 alanı düzeltin'],
  ],
  [
    'jobForm.summary',
    'count',
    'en',
    [
      '0 fields need attention',
      '1 field needs attention',
      '2 fields need attention',
      '5 fields need attention',
      '1,234 fields need attention',
    ],
  ],
  [
    'jobForm.summary',
    'count',
    'es',
    ['Revise 0 campos', 'Revise 1 campo', 'Revise 2 campos', 'Revise 5 campos', 'Revise 1234 campos'],
  ],
  ['experience.months', 'months', 'tr', ['0 ay', '1 ay', '2 ay', '5 ay', '1.234 ay']],
  ['experience.months', 'months', 'en', ['0 months', '1 month', '2 months', '5 months', '1,234 months']],
  ['experience.months', 'months', 'es', ['0 meses', '1 mes', '2 meses', '5 meses', '1234 meses']],
];
const COUNTS = [0, 1, 2, 5, 1234];

describe('plural texts for none, one, two and many', () => {
  it.each(SHOWN)('%s of %s in %s', (id, argument, locale, shown) => {
    const intl = intlOf(locale);
    expect(COUNTS.map((count) => intl.formatMessage({ id }, { [argument]: count }))).toEqual(shown);
  });

  it.each(LOCALES)('are complete for every plural of %s', (locale) => {
    const intl = intlOf(locale);
    const wrong: string[] = [];
    for (const [id, text] of Object.entries(texts[locale])) {
      const names = new Map<string, TYPE>();
      eachRow(text, (elements) =>
        elements.forEach((element) => {
          if ('value' in element && element.type !== TYPE.literal && names.get(element.value) !== TYPE.plural)
            names.set(element.value, element.type);
        }),
      );
      const plurals = [...names].filter(([, type]) => type === TYPE.plural).map(([name]) => name);
      for (const count of plurals.length > 0 ? [...COUNTS, 1_000_000] : []) {
        const values = Object.fromEntries(
          [...names].map(([name, type]) => [name, type === TYPE.argument ? '…' : count]),
        );
        const shown = intl.formatMessage({ id }, values);
        // A text for 0 or 1 may omit the number (“No conversations”, “per month”).
        if (count > 1 && !shown.includes(intl.formatNumber(count))) wrong.push(`${id}: ${shown}`);
        if (shown.includes('{') || shown.includes('#')) wrong.push(`${id}: ${shown}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
