import { readFileSync } from 'node:fs';
import { loadOptions } from '@babel/core';

const SENTENCE = 'the versions of Chrome, Edge, Firefox and Safari of the last two years, on computers and phones';
const read = (file: string) => readFileSync(file, 'utf8');
const targetsOf = (options: object) =>
  (loadOptions({ envName: 'production', ...options }) as { targets: Record<string, string> }).targets;

test('the build targets the browsers that the documentation promises, and no others', () => {
  expect(read('docs/PRODUCT.md').replace(/\s+/g, ' ')).toContain(SENTENCE);
  const { chrome, edge, firefox, ios, safari } = targetsOf({ configFile: false, targets: 'last 2 years' });
  expect(targetsOf({ filename: 'src/main.tsx' })).toEqual({ chrome, edge, firefox, ios, safari });
  expect(read('webpack.config.ts')).toContain("target: 'browserslist',");
});
