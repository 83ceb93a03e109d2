import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const FOLDERS = ['contract', 'server', 'src', 'bench', 'e2e', 'scripts', '__tests__'];
/** Names of the wire and of the store, and the generated schema, keep their words. */
const KEPT = /^(server\/(db|seeds)\/|server\/platform\/database\/schema\.ts$)/;

const glossary = readFileSync('docs/GLOSSARY.md', 'utf8');
const formerNames = (): string[] => {
  const rows = glossary.slice(glossary.indexOf('## Former names')).matchAll(/^\| (`[^|]+`) +\|/gm);
  return [...rows].flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
};

/** Returns the names that code declares: variables, parameters of one name, functions, types, methods. */
const declaredNames = (code: string): string[] => {
  const plain = code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const declarations = plain.matchAll(/\b(?:const|let|function\*?|class|interface|type|enum)\s+(\w+)/g);
  return [...declarations].map(([, name = '']) => name);
};

const listed = execFileSync('git', ['ls-files', ...FOLDERS], { encoding: 'utf8' }).split('\n');
const files = listed.filter((file) => /\.(tsx?|mjs)$/.test(file) && !KEPT.test(file));

describe('the glossary', () => {
  it('has terms and former names', () => {
    expect(glossary.match(/^- \*\*[^*]+\*\*/gm)?.length).toBeGreaterThan(60);
    expect(formerNames()).toEqual(expect.arrayContaining(['door', 'telling', 'prove', 'elsewhereSaga']));
  });

  it('keeps former names out of declarations', () => {
    const banned = new Set(formerNames());
    const found = files.flatMap((file) =>
      declaredNames(readFileSync(file, 'utf8')).flatMap((name) => (banned.has(name) ? [`${file}: ${name}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('keeps former names out of the names of files and folders', () => {
    const banned = new Set(formerNames());
    const found = files.filter((file) => file.split(/[/.]/).some((part) => banned.has(part)));
    expect(found).toEqual([]);
  });
});
