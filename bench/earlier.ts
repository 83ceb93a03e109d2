// `npm run bench -- earlier FOLDER`: compares every list route and the user's route with those of an earlier commit that
// is checked out and installed in FOLDER. Each side has the demo world of its own seeds.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Served } from './support/apiServer';
import { LIST_REQUESTS } from './support/apiRoutes';
import { inTurn } from './support/beside';
import { startChild } from './support/child';
import { commitOf } from './support/product';
import { report, type Line } from './support/report';

const FOLDER = process.argv[2];
const ROUNDS = 5;

const run = async (folder: string) => {
  const worlds = mkdtempSync(path.join(os.tmpdir(), 'dash-earlier-'));
  process.on('exit', () => rmSync(worlds, { recursive: true, force: true }));
  const stops: (() => void)[] = [];
  const serve = async (cwd: string, name: string): Promise<Served> => {
    const env = { ...process.env, BENCH_DIR: path.join(worlds, name) };
    const { ready, stop } = await startChild<{ demo: Served }>('checkoutServer.ts', [], { cwd, env });
    stops.push(stop);
    return ready.demo;
  };
  try {
    const now = await serve('.', 'now');
    const earlier = await serve(folder, 'earlier');
    const lines: Line[] = [];
    for (const { name, url, isGateway } of LIST_REQUESTS) {
      const side = ({ product, headers }: Served) => ({
        url: product + url,
        headers: headers[isGateway ? 1 : 0],
        status: 200,
      });
      const [ours, theirs] = await inTurn(side(now), side(earlier), ROUNDS);
      const figures = `${ours.toFixed(0)} beside ${theirs.toFixed(0)} = ${(ours / theirs).toFixed(2)}`;
      lines.push({ what: name, figures, bound: '≥ 1', ok: ours >= theirs });
    }
    await report('earlier', `Requests/s beside ${commitOf(folder)}, 10 connections, demo worlds, in turns`, lines);
  } finally {
    for (const stop of stops) stop();
  }
};

if (FOLDER) await run(FOLDER);
else {
  console.error('npm run bench -- earlier FOLDER, where FOLDER holds an installed checkout of an earlier commit');
  process.exitCode = 1;
}
