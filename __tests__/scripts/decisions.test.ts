import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'docs/decisions';
const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const index = readFileSync(`${FOLDER}/README.md`, 'utf8');
const HEADINGS = ['Context', 'Decision', 'Consequences', 'When we would reverse it'];

describe('decisions', () => {
  it.each(pages)('%s has the common format and its title is in the index', (name) => {
    const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
    const [, number, title] = /^# (\d{4})\. (.+)\n\nStatus: \w+/.exec(text) ?? [];
    expect(number).toBe(name.slice(0, 4));
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS);
    expect(index.replace(/ +/g, ' ')).toContain(`| [${number}](${name}) | ${title} |`);
  });

  it('have one page for each number, and the index explains the numbers without a page', () => {
    const numbers = pages.map((name) => Number(name.slice(0, 4)));
    expect(new Set(numbers).size).toBe(pages.length);
    const missing = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter((n) => !numbers.includes(n));
    const unexplained = missing.filter((n) => !index.includes(String(n).padStart(4, '0')));
    expect(unexplained).toEqual([]);
  });
});
