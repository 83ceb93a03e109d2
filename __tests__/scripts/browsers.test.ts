import { readFileSync } from 'node:fs';
import { loadOptions } from '@babel/core';

const SENTENCE = 'the versions of Chrome, Edge, Firefox and Safari of the last two years, on computers and phones';
const read = (file: string) => readFileSync(file, 'utf8');

test('the build targets the browsers that the documentation promises, and no others', () => {
  expect(read('docs/PRODUCT.md').replace(/\s+/g, ' ')).toContain(SENTENCE);
  const { targets } = loadOptions({ filename: 'src/main.tsx', envName: 'production' }) as { targets: object };
  expect(Object.keys(targets).sort()).toEqual(['chrome', 'edge', 'firefox', 'ios', 'safari']);
  expect(read('webpack.config.ts')).toContain("target: 'browserslist',");
});
