import { readdirSync, readFileSync } from 'node:fs';
import { literalsIn } from '../support/literals';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/${name}`);

/** Names that are the same in every language. */
const NAMES: Record<string, string[]> = {};

describe('source code', () => {
  it('contains no display text', () => {
    const texts = Object.fromEntries(
      files
        .map((file) => [file, literalsIn(file, readFileSync(file, 'utf8'))])
        .filter(([, found]) => found!.length > 0),
    );
    expect(texts).toEqual(NAMES);
  });

  it.each([
    ['between tags', '<p>Hello</p>'],
    ['in braces', "<p>{'Hello'}</p>"],
    ['in a template', '<p>{`${count} jobs`}</p>'],
    ['in a condition', "<p>{done ? 'Saved' : null}</p>"],
    ['behind a condition', "<p>{failed && 'Failed'}</p>"],
    ['put together', "<p>{name + ' applied'}</p>"],
    ['an aria-label', '<button aria-label="Close" />'],
    ['an aria-label in braces', "<button aria-label={'Close'} />"],
    ['an aria-label in a template', '<button aria-label={`Close ${name}`} />'],
    ['an aria-label of two', "<button aria-label={open ? 'Close' : t('ui.open')} />"],
    ['a placeholder', '<input placeholder="Search" />'],
    ['a title', '<span title={title ?? "Untitled"} />'],
    ['an alt', '<img alt="Cover" />'],
    ['a description', '<div aria-description="More" />'],
    ['a value text', '<div aria-valuetext={`${value} hours`} />'],
    ['a label of our own components', '<Select searchLabel="Find" />'],
    ['a notice', "const notice = { text: 'Something went wrong.' };"],
    ['a sentence in a constant', "const TITLE = 'Your jobs';"],
  ])('reports the text in %s', (_where, code) => {
    expect(
      literalsIn('planted.tsx', `const x = ${/^</.test(code) ? code : '1'}; ${/^</.test(code) ? '' : code}`),
    ).toHaveLength(1);
  });

  it.each([
    '<p className="big red">{t(`languages.${language}`)}</p>',
    '<p>{`${first} ${last}`}</p>',
    '<p>{kind === "done" && <Icon name="check" />}</p>',
    '<time title={`${day} ${time}`}>–</time>',
    'throw new Error("Nobody reads this but us.")',
    'const path = "/jobs/detail/0"',
  ])('allows %s', (code) => {
    expect(literalsIn('planted.tsx', /^</.test(code) ? `const x = ${code};` : code)).toEqual([]);
  });
});
