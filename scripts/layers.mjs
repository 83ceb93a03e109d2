// Checks who imports whom (.dependency-cruiser.cjs). A cruise over no modules would pass silently, so it is counted.
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const FOLDERS = ['contract', 'src', 'server'];
const LEAST_MODULES = 50;

const { output } = await cruise(
  FOLDERS,
  { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
);

const own = output.modules.filter(({ source }) => FOLDERS.some((folder) => source.startsWith(`${folder}/`)));
for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
if (own.length < LEAST_MODULES) {
  console.error(`layers: only ${own.length} modules were read; the check itself is broken`);
  process.exit(1);
}
console.log(`layers: ${own.length} modules, ${output.summary.violations.length} violations`);
process.exit(output.summary.violations.length > 0 ? 1 : 0);
