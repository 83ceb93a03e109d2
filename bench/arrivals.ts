// `npm run bench -- arrivals [applications]`: measures how long an application through the worker gateway takes, in
// turns in two copies of one load world: with the whole product, and without the facts and needs of applications and
// the indexes by score.
import { gatewayApply } from '../contract/routes/gateway';
import { buildApp } from '../server/app';
import { benchDeps, benchLogger } from './support/deps';
import { report } from './support/report';
import { callerHeaders } from './support/sessions';
import { median, percentile } from './support/stats';
import { openWorlds } from './support/worlds';

const APPLICATIONS = Number(process.argv[2] ?? 100_000);
const ARRIVALS = 500;
const WARM = 50;
/** Largest allowed ratio of the medians. */
const MAX_RATIO = 1.3;

const WITHOUT = `
  drop trigger applications_inserted_facts on applications;
  drop trigger applications_inserted_needs on applications;
  drop trigger applications_updated_needs on applications;
  drop index applications_organisation_score, applications_user_score, applications_job_score`;

/** Workers who have not applied for the job with the most applications among the open ones of the largest organisation. */
const PAIRS = `
  with j as (
    select a.job_id as id from applications a join jobs on jobs.id = a.job_id
    where jobs.status = 'active' and jobs.organisation_id = (select organisation_id from users where email = 'root@demo.test')
    group by 1 order by count(*) desc limit 1
  )
  select j.id::int as "jobId", w.id::int as "workerId" from j, workers w
  where not exists (select from applications a where a.job_id = j.id and a.worker_id = w.id)
  order by hashint8(w.id) limit $1`;

const serve = async (url: string, isPlain = false) => {
  const { deps: whole, pool } = benchDeps(url);
  // The plain side skips the step before the commit, which computes needs.
  const deps = isPlain ? { ...whole, beforeCommit: undefined } : whole;
  if (isPlain) await pool.query(WITHOUT);
  const { rows } = await pool.query<{ jobId: number; workerId: number }>(PAIRS, [ARRIVALS + WARM]);
  const { gateway: headers } = await callerHeaders(deps);
  const app = await buildApp({ deps, logger: benchLogger() });
  const times: number[] = [];
  return {
    times,
    arrive: async (at: number) => {
      const { jobId, workerId } = rows[at]!;
      const started = performance.now();
      const { statusCode, body } = await app.inject({
        method: gatewayApply.method,
        url: gatewayApply.path.replace(':id', String(jobId)),
        headers,
        payload: { workerId },
      });
      if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
      if (at >= WARM) times.push(performance.now() - started);
    },
    close: async () => {
      await app.close();
      await pool.end();
    },
  };
};

const run = async () => {
  const worlds = await openWorlds();
  try {
    const url = await worlds.load(APPLICATIONS);
    const current = await serve(await worlds.copy(url));
    const previous = await serve(await worlds.copy(url), true);
    for (let at = 0; at < ARRIVALS + WARM; at += 1)
      for (const side of at % 2 === 0 ? [current, previous] : [previous, current]) await side.arrive(at);
    await current.close();
    await previous.close();
    const ratio = median(current.times) / median(previous.times);
    const shown = ({ times }: { times: number[] }) =>
      `${median(times).toFixed(2)} ms (p99 ${percentile(times, 0.99).toFixed(1)})`;
    await report(
      'arrivals',
      `${ARRIVALS} arriving applications in a world of ${APPLICATIONS.toLocaleString('en')}, one after the other`,
      [
        {
          what: 'with facts, needs and indexes by score, beside without them',
          figures: `${shown(current)} beside ${shown(previous)} = ${ratio.toFixed(2)}`,
          bound: `≤ ${MAX_RATIO}`,
          ok: ratio <= MAX_RATIO,
        },
      ],
    );
  } finally {
    await worlds.close();
  }
};

await run();
