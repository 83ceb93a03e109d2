import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCE = join(process.cwd(), 'src');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const read = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

const classesOf = (css: string): Set<string> =>
  new Set(
    [...css.replace(/\/\*[\s\S]*?\*\/|'[^']*'|:global\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/gi)].map(
      ([, name]) => name!,
    ),
  );

const shared = new Set(
  ['styles/base.css', 'styles/layout.css', 'styles/looks.css'].flatMap((file) => [...classesOf(read(file))]),
);
const modules = files.filter((file) => file.endsWith('.module.css'));
const components = files.filter((file) => file.endsWith('.tsx')).map((file) => ({ file, code: read(file) }));

const named = [
  ...components.flatMap(({ file, code }) =>
    [...code.matchAll(/className="([^"]+)"/g)].map(([, names]) => ({ file, names: names! })),
  ),
  ...modules.flatMap((file) =>
    [...read(file).matchAll(/composes: ([^;]+) from global/g)].map(([, names]) => ({ file, names: names! })),
  ),
].flatMap(({ file, names }) => names.split(' ').map((name) => ({ file, name })));

test('every shared class that a component or a module names exists', () => {
  expect(named.length).toBeGreaterThan(1000);
  expect(named.filter(({ name }) => !shared.has(name))).toEqual([]);
});

test('a module composes only under a single class, as the build requires', () => {
  const found = modules.flatMap((file) =>
    [
      ...read(file)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/([^{};]+)\{\s*composes:/g),
    ].map(([, selector]) => ({
      file,
      selector: selector!.trim(),
    })),
  );
  expect(found.length).toBeGreaterThan(300);
  expect(found.filter(({ selector }) => !/^(\.[\w-]+,?\s*)+$/.test(selector))).toEqual([]);
});

test('every shared class is used', () => {
  const literals = components.flatMap(({ code }) =>
    [...code.matchAll(/'([\w -]+)'/g)].flatMap(([, text]) => text!.split(' ')),
  );
  const used = new Set([...named.map(({ name }) => name), ...literals]);
  expect([...shared].filter((name) => !used.has(name))).toEqual([]);
});

/** The classes that components take from a module; null where one takes them by a variable. */
const takenFrom = (module: string): Set<string> | null => {
  const taken = new Set<string>();
  for (const { file, code } of components) {
    for (const [, local, path] of code.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      if (join(dirname(file), path!) !== module) continue;
      if (new RegExp(`\\b${local}\\[`).test(code)) return null;
      for (const [, name] of code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))) taken.add(name!);
    }
  }
  for (const other of modules) {
    for (const [, name, path] of read(other).matchAll(/composes: (\w+) from '([^']+)'/g))
      if (join(dirname(other), path!) === module) taken.add(name!);
  }
  return taken;
};

test('what a module composes from another exists there', () => {
  const missing = modules.flatMap((file) =>
    [...read(file).matchAll(/composes: (\w+) from '([^']+)'/g)]
      .map(([, name, path]) => ({ name: name!, from: join(dirname(file), path!) }))
      .filter(({ name, from }) => !modules.includes(from) || !classesOf(read(from)).has(name)),
  );
  expect(missing).toEqual([]);
});

test.each(modules)('%s defines the classes that components take, and no others', (module) => {
  const taken = takenFrom(module);
  const defined = classesOf(read(module).replace(/composes: [^;]+;/g, ''));
  if (taken) expect([...taken].sort()).toEqual([...defined].sort());
  else expect(defined.size).toBeGreaterThan(0);
});

test('the look of a selected row is written once', () => {
  expect(modules.filter((file) => classesOf(read(file)).has('selected'))).toEqual([]);
});

test('no row of a list draws a line below the last one', () => {
  const rows = components.flatMap(({ file, code }) =>
    [...code.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(([, local, path]) => {
      const css = read(join(dirname(file), path!));
      return [...code.matchAll(new RegExp(`<li\\b[^>]*?className=\\{(?:cx\\()?${local}\\.(\\w+)`, 'g'))]
        .map(([, name]) => ({ file, name: name!, css }))
        .filter(({ name }) => new RegExp(`\\.${name} \\{\\s*composes: [^;]*\\bline-below\\b`).test(css));
    }),
  );
  expect(rows.length).toBeGreaterThan(5);
  const endsPlain = ({ name, css }: (typeof rows)[number]) =>
    new RegExp(`\\.${name}:last-child[^{]*\\{[^}]*border-bottom: 0`).test(css);
  expect(rows.filter((row) => !endsPlain(row)).map(({ file, name }) => [file, name])).toEqual([]);
});
