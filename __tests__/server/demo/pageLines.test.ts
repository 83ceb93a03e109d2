import { encode } from 'uqr';
import { pageLines } from '../../../server/demo/newcomer';

const URL = 'http://localhost:3000/p/qbhenpdq';
const ADDRESS = `A branch's public page, where people apply: ${URL}`;
/** The two modules of each character, the upper one first; true is dark. */
const MODULES: Record<string, [boolean, boolean]> = {
  '█': [false, false],
  '▀': [false, true],
  '▄': [true, false],
  ' ': [true, true],
};

describe('the lines about a public page at the start', () => {
  it('are only the address when no person reads them', () => {
    expect(pageLines(URL, false)).toEqual([ADDRESS]);
  });

  it('include the code in a terminal, in fixed colours', () => {
    const [address, ...lines] = pageLines(URL, true);
    expect(address).toBe(ADDRESS);
    const drawn = lines.map((line) => /^\u001b\[38;5;231;48;5;16m([█▀▄ ]+)\u001b\[0m$/.exec(line)![1]!);
    const rows = drawn.flatMap((line) => [0, 1].map((half) => Array.from(line, (sign) => MODULES[sign]![half])));
    const { data, size } = encode(URL, { border: 2 });
    expect(rows.slice(0, size)).toEqual(data);
  });
});
