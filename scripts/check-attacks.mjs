// `node scripts/check-attacks.mjs [NAME…]`: runs the attacks of scripts/attacks against a started server, on loopback only,
// limited in number and time. Each file exports a `title` and `run(server)`, which throws a readable assertion when
// the attack succeeds, and `startsOwn` when it needs its own servers. A NAME selects the files whose name contains it.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startServer } from './support/attackWorld.mjs';
import { ensureBuilt, ROOT } from './support/parts.mjs';

const ATTACK_SECONDS = 180;

const wanted = process.argv.slice(2);
const folder = path.join(ROOT, 'scripts/attacks');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && (wanted.length === 0 || wanted.some((one) => name.includes(one))))
  .sort();
if (names.length === 0) {
  console.error(`No attack in scripts/attacks is named: ${wanted.join(', ')}`);
  process.exit(1);
}
ensureBuilt('server');

const within = (work) => {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the attack took over ${ATTACK_SECONDS} s`)), ATTACK_SECONDS * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

let [passed, failed] = [0, 0];
for (const name of names) {
  const attack = await import(pathToFileURL(path.join(folder, name)).href);
  let server;
  try {
    if (!attack.startsOwn) server = await startServer(attack.options);
    if (server && !server.ready) throw new Error(`the server did not start: ${server.output.trim()}`);
    await within(attack.run(server));
    passed += 1;
    console.log(`repelled   ${name}: ${attack.title}`);
  } catch (error) {
    failed += 1;
    const reason = error.name === 'AssertionError' ? error.message : (error.stack ?? error);
    console.log(`SUCCEEDED  ${name}: ${attack.title}\n           ${String(reason).replaceAll('\n', '\n           ')}`);
  } finally {
    await server?.stop();
  }
}
console.log(`${passed} passed, ${failed} failed`);
// Exits although connections of interrupted attacks may still be open.
process.exit(failed > 0 ? 1 : 0);
