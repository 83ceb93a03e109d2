import { isSteering } from '../../../server/modules/chat/contentCheck';

describe('the check of any text', () => {
  const SHORT = 1_000;
  const LONG = 8_000;
  // The same number of characters takes a linear pattern as long in long texts, a quadratic one 8 times as long.
  const GROWTH_MAX = 4;
  const CHARACTERS = 25 * LONG;

  /**
   * Returns the lowest processor time in microseconds for so many characters: other load on the machine, the compiler
   * and the garbage collector only add to it.
   */
  const costOf = (text: string): number => {
    const costs = Array.from({ length: 5 }, () => {
      const started = process.cpuUsage();
      for (let read = 0; read < CHARACTERS; read += text.length) isSteering(text);
      const { user, system } = process.cpuUsage(started);
      return user + system;
    });
    return Math.min(...costs);
  };

  it.each([
    ['one character', 'a', ''],
    ['digits', '1', ''],
    ['digits and then a letter', '1', 'a'],
    ['letters that are read as digits', 'o1', 'x'],
    ['number words', 'bir ', ''],
    ['letters apart', 'w ', ''],
    ['names between dots', 'a.', '!'],
    ['sentences without spaces', 'evet.de', ''],
    ['sites', 'site ', 'kafe.biz x'],
    ['names before a cue', 'kafe.me is ', 'x'],
    ['amounts', '1.111', '1'],
    ['minus signs', '0-', ''],
    ['a long name', 'a-', '.'],
    ['at signs', 'a@', ''],
    ['characters of an address', '._', ''],
    ['mails', 'mail ', ''],
    ['blanks', ' ', 'a'],
  ])('takes time linear in the length: %s', (_name, unit, end) => {
    const of = (length: number) => unit.repeat(length / unit.length) + end;
    expect(costOf(of(LONG)) / costOf(of(SHORT))).toBeLessThan(GROWTH_MAX);
  });
});
