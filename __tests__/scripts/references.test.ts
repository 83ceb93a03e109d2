import { readFileSync } from 'node:fs';
import { anchorsOf, brokenReferences, outsideReferences, textFiles } from '../support/references';

/** This file names broken references on purpose. */
const OWN = ['__tests__/scripts/references.test.ts', '__tests__/support/references.ts'];
const files = textFiles().filter((file) => !OWN.includes(file));

describe('references in the repository', () => {
  it('point to existing pages, anchors and decisions', () => {
    expect(files.flatMap((file) => brokenReferences(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('point to nothing outside it', () => {
    expect(files.flatMap((file) => outsideReferences(file, readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('anchors', () => {
  it('come from headings and explicit ids', () => {
    const page = '# What’s new?\n## Match score\n## Match score\n<a id="own"></a>\n```\n# not a heading\n```\n';
    expect([...anchorsOf(page)]).toEqual(['own', 'whats-new', 'match-score', 'match-score-1']);
  });
});

describe('broken references', () => {
  it.each([
    ['an anchor in a comment', 'src/a.ts', '/** docs/PRODUCT.md#nowhere */'],
    ['a page in a comment', 'src/a.ts', '/** docs/NOWHERE.md */'],
    ['a link', 'docs/API.md', '[a](NOWHERE.md)'],
    ['an anchor of another page', 'docs/API.md', '[a](PRODUCT.md#nowhere)'],
    ['an anchor of the same page', 'docs/API.md', '[a](#nowhere)'],
    ['a quoted heading', 'src/a.ts', '/** docs/OPERATIONS.md, "Nowhere". */'],
    ['a decision', 'src/a.ts', '/** Decision 0099. See decision 0099. */'],
  ])('reports %s', (_what, file, text) => {
    expect(brokenReferences(file, text)).toHaveLength(1);
  });

  it.each([
    ['an anchor in a comment', 'src/a.ts', '/** docs/PRODUCT.md#shortlist */'],
    ['a link', 'docs/API.md', '[a](PRODUCT.md#shortlist) and [b](decisions/0001-two-bundlers.md)'],
    ['a link to the web', 'docs/API.md', '[a](https://example.com/b.md#c)'],
    ['a quoted heading', 'src/a.ts', '/** docs/OPERATIONS.md, "What grows". */'],
    ['a decision', 'src/a.ts', '/** See decision 0001. */'],
  ])('allows %s that exists', (_what, file, text) => {
    expect(brokenReferences(file, text)).toEqual([]);
  });
});

describe('references outside the repository', () => {
  it.each([
    'Spec 1, point 4.',
    'by hand from spec 2 point 2',
    'as the spec says',
    'API contract, section 6',
    'API contract section 6',
    'API contract,\n * sections 6 and 13',
    'Spec\n * 1, point 2',
    '// STYLE 7: no window in a saga',
    'issue 9, point 2',
    'designed in BEYOND.md',
  ])('reports %s', (text) => {
    expect(outsideReferences('src/a.ts', text)).toHaveLength(1);
  });

  it.each(['RFC 6797, section 7.2', 'a special offer', 'docs/API.md#match-score', "const STYLE = '';", 'tissue 9'])(
    'allows %s',
    (text) => {
      expect(outsideReferences('src/a.ts', text)).toEqual([]);
    },
  );

  it('reports the line', () => {
    expect(outsideReferences('src/a.ts', 'one\ntwo, spec 1')).toEqual(['src/a.ts:2: spec 1']);
  });
});
