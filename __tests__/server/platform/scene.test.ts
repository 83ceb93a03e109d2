import { sceneSvg } from '../../../server/platform/illustrations';

const seed = (first: string) => `${first}1c0ffee1c0ffee1c0ffee1c0ffee1c0f`.slice(0, 32);

describe('covers of demo jobs', () => {
  it('are the same for the same seed and differ in objects and colours between seeds', () => {
    expect(sceneSvg(seed('3'))).toBe(sceneSvg(seed('3')));
    const drawn = ['0', '1', '2', '3', '4', '5'].flatMap((motif) => ['0', '1', '2', '3'].map((tone) => motif + tone));
    expect(new Set(drawn.map((first) => sceneSvg(seed(first)))).size).toBe(24);
  });

  it('are plain SVG for any seed', () => {
    for (const given of ['', '"><script>alert(1)</script>', 'ğüşiöç', seed('a')]) {
      expect(sceneSvg(given)).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
      expect(sceneSvg(given)).not.toMatch(/script|href|<text|undefined|NaN|alert/);
    }
  });
});
