// Webpack loader: reduces a font to the characters that the interface and names of people need in three languages. The
// whole files (src/styles/fonts.css) serve every other character.
import subsetFont from 'subset-font';

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');

/** Equals the unicode-range in fonts.css; a test compares them. */
const LETTERS = {
  latin: `${range(0x20, 0x7e)}\u00a0¡«°·»¿ÁÂÇÉÍÎÑÓÖ×ÚÛÜáâçéíîñóöúûüı–—‘’“”•…‹›€−`,
  'latin-ext': 'ĞğİŞş₺',
};
/** The used weights; the whole files have 100 to 900. */
const WEIGHTS = { min: 400, max: 700 };
/** Kerning, marks, and tabular figures. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum'];

export const raw = true;

export default function subset(font) {
  const part = /inter-(latin(?:-ext)?)-wght/.exec(this.resourcePath)?.[1];
  const done = this.async();
  subsetFont(font, LETTERS[part], {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  }).then((small) => done(null, small), done);
}
