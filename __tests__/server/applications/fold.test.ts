import { sql } from 'kysely';
import { fold } from '../../../contract/constants/text';
import { testServer, type TestServer } from '../../support/testServer';

/** The first and last character of blocks that all supported versions of Node and PostgreSQL know alike. */
const BLOCKS: readonly [string, number, number][] = [
  ['Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic', 0x01, 0x6ff],
  ['Devanagari to Thai', 0x900, 0xe7f],
  ['Georgian, Hangul', 0x10a0, 0x11ff],
  ['Latin and Greek with marks, signs, ligatures of letters', 0x1e00, 0x245f],
  ['circled letters', 0x2460, 0x24ff],
  ['kana, square words', 0x3000, 0x33ff],
  ['Cyrillic of old books', 0xa640, 0xa69f],
  ['Hangul syllables', 0xac00, 0xafff],
  ['ligatures, Arabic forms, full width', 0xf900, 0xffef],
  ['Deseret, mathematical letters', 0x10400, 0x1044f],
  ['mathematical letters', 0x1d400, 0x1d7ff],
  ['emoji', 0x1f100, 0x1f64f],
];

const charactersOf = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).filter((one) =>
    /\P{Cn}/u.test(one),
  );

describe('search folding in SQL and in the browser', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  const folded = async (texts: string[]) => {
    const { rows } = await sql<{ text: string }>`
      select fold_text(t) as text from unnest(${texts}::text[]) with ordinality as x (t, n) order by n`.execute(
      server.db,
    );
    return rows.map(({ text }) => text);
  };

  it.each(BLOCKS)('is the same for every letter, alone and inside a word: %s', async (_name, first, last) => {
    const texts = charactersOf(first, last).flatMap((letter) => [`a${letter}b`, ` ${letter}  ${letter}\u0301 `]);
    expect(await folded(texts)).toEqual(texts.map(fold));
    const twice = texts.map((text) => fold(fold(text)));
    expect(texts.map(fold)).toEqual(twice);
  });

  it.each([
    ['ŞIRNAK İli', 'sirnak ili'],
    ['ı I i İ', 'i i i i'],
    ['Ğüzel  Çağrı\tÖZ', 'guzel cagri oz'],
    ['Gu\u0308zel C\u0327ag\u0306r\u0131 I\u0307pek', 'guzel cagri ipek'],
    ['Núñez', 'nunez'],
    ['ŞÊXMÛS Rojîn Bêrîvan', 'sexmus rojin berivan'],
    ['Ägir', 'agir'],
    ['Großmann STRAẞE strasse', 'grossmann strasse strasse'],
    ['Женя ЁЛКИН Йонас', 'женя елкин ионас'],
    ['ΟΔΥΣΣΕΥΣ Άννα', 'οδυσσευσ αννα'],
    ['ﬁne ﬂow Ŀŀ', 'fine flow l·l·'],
    ['Ｂａｒｉｓｔａ　①', 'barista 1'],
    ['محمّد', 'محمد'],
    ['\u0301', ''],
    ['  ', ''],
  ])('folds %j to %j', async (text, expected) => {
    expect(fold(text)).toBe(expected);
    expect(await folded([text, text.normalize('NFD')])).toEqual([expected, expected]);
  });
});
