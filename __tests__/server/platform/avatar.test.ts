import { avatarSvg, logoSvg } from '../../../server/platform/illustrations';

const key = (first: string) => `avatar-${first}1c0ffee1c0ffee1c0ffee1c0ffee1c0f`.slice(0, 39);

/** Counts tags, which suffices to find a broken template. */
const isBalanced = (svg: string): boolean =>
  svg.match(/<[a-z]+[^>]*[^/]>/g)?.length === svg.match(/<\/[a-z]+>/g)?.length;

describe.each([
  ['avatarSvg', avatarSvg],
  ['logoSvg', logoSvg],
])('%s', (_name, draw) => {
  it('is the same for the same seed and differs between seeds', () => {
    expect(draw(key('3'))).toBe(draw(key('3')));
    const drawn = new Set(Array.from({ length: 64 }, (_, index) => draw(`seed ${index}`)));
    expect(drawn.size).toBeGreaterThan(16);
  });

  it('is plain SVG for any seed', () => {
    for (const seed of ['', '"><script>alert(1)</script>', 'ğüşiöç', key('a')]) {
      const svg = draw(seed);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
      expect(svg).not.toMatch(/script|href|<text|undefined|NaN|alert/);
      expect(isBalanced(svg)).toBe(true);
    }
  });
});
