// Webpack loader: what the interface and its people's names need of a font, in three languages. The whole files stay beside
// it (src/styles/fonts.css) for every other letter.
import subsetFont from 'subset-font';

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');

/** The same as the unicode-range in fonts.css: a test compares them. */
export const LETTERS = {
  latin: `${range(0x20, 0x7e)}\u00a0¡«°·»¿ÁÂÇÉÍÎÑÓÖ×ÚÛÜáâçéíîñóöúûüı–—‘’“”•…‹›€−`,
  'latin-ext': 'ĞğİŞş₺',
};
/** The weights in use; the whole files have 100 to 900. */
const WEIGHTS = { min: 400, max: 700 };
/** Kerning, marks, and the figures of equal width of tables. */
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
