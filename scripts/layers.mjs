// Checks the imports between folders (.dependency-cruiser.cjs). A run over no modules would pass silently, so the
// script checks their number.
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { folderCycles } from './folderCycles.mjs';

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const FOLDERS = ['contract', 'src', 'server'];
const LEAST_MODULES = 50;
/** Returns the folder of a file whose folders must not import each other in a cycle. */
const folderOf = (file) => /^(server\/modules|src\/domains)\/[^/]+(?=\/)/.exec(file)?.[0];

const { output } = await cruise(
  FOLDERS,
  { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
);

const own = output.modules.filter(({ source }) => FOLDERS.some((folder) => source.startsWith(`${folder}/`)));
for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
const cycles = folderCycles(
  own.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved])),
  folderOf,
);
for (const cycle of cycles) console.error(`no-folder-cycles: ${cycle.join(' → ')}`);
const failures = output.summary.violations.length + cycles.length;
if (own.length < LEAST_MODULES) {
  console.error(`layers: only ${own.length} modules were read; the check itself is broken`);
  process.exit(1);
}
console.log(`layers: ${own.length} modules, ${failures} violations`);
process.exit(failures > 0 ? 1 : 0);
