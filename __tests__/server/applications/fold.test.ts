import { sql } from 'kysely';
import { fold } from '../../../contract/constants/text';
import { testServer, type TestServer } from '../../support/testServer';

/** Every character up to the end of Latin Extended-B. */
const LETTERS = Array.from({ length: 0x24f }, (_, index) => String.fromCharCode(index + 1));

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

  it('is the same for every letter, alone and inside a word', async () => {
    const texts = LETTERS.flatMap((letter) => [letter, `a${letter}b`, ` ${letter}  ${letter} `]);
    expect(await folded(texts)).toEqual(texts.map(fold));
  });

  it.each([
    ['ŞIRNAK İli', 'sirnak ili'],
    ['Ğüzel  Çağrı\tÖZ', 'guzel cagri oz'],
    ['Núñez', 'nunez'],
    ['  ', ''],
  ])('folds %j to %j', async (text, expected) => {
    expect(fold(text)).toBe(expected);
    expect(await folded([text])).toEqual([expected]);
  });
});
