// `node scripts/check-attacks.mjs [NAME…]`: runs the attacks of scripts/attacks against a started server, on loopback
// only, limited in number and time. Each file exports a `title` and `run(server)`, which throws a readable assertion
// when the attack succeeds, `startsOwn` when it needs its own servers, and `needsCores` when a busy machine could fail
// it. A NAME selects the files whose name contains it.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startServer } from './support/attackWorld.mjs';
import { ensureBuilt, ROOT } from './support/parts.mjs';

const ATTACK_SECONDS = 180;
/** Attacks at the same time on two cores, because a server that starts or stops mostly waits. */
const AT_ONCE = 2;

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

const startOrThrow = async (options) => {
  const server = await startServer(options);
  if (server.ready) return server;
  await server.stop();
  throw new Error(`the server did not start: ${server.output.trim()}`);
};

/** Fills the store of a demo once; every attack starts on a copy of it. */
const fillStore = async () => (await startOrThrow()).stop({ keepsStore: true });

let [passed, failed] = [0, 0];
const attackWith = async (name, attack, store) => {
  let server;
  try {
    if (!attack.startsOwn) server = await startOrThrow({ store });
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
};

const attacks = await Promise.all(
  names.map(async (name) => ({ name, attack: await import(pathToFileURL(path.join(folder, name)).href) })),
);
const store = await fillStore();
const runAll = async (waiting) => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await attackWith(next.name, next.attack, store);
};
const beside = attacks.filter(({ attack }) => !attack.needsCores);
await Promise.all(Array.from({ length: AT_ONCE }, () => runAll(beside)));
await runAll(attacks.filter(({ attack }) => attack.needsCores));
rmSync(store, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
// Exits although connections of interrupted attacks may still be open.
process.exit(failed > 0 ? 1 : 0);
