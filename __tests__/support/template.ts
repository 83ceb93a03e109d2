import { hash } from '@node-rs/argon2';
import type { Pool } from 'pg';
import { migrate } from '../../server/db/migrate';
import { followScoreRule } from '../../server/modules/matching';
import { keepNeeds } from '../../server/modules/today';
import { createDb } from '../../server/platform/database/connect';
import { readSettings } from '../../server/platform/settings';
import { seedDemoWorld } from '../../server/seeds/demoWorld';
import { DEMO_PASSWORD, NOW } from './demo';
import { TEMPLATE, administer, testPool, urlOf } from './testDatabase';

/** Tests sign demo accounts in hundreds of times: their hash costs a thousandth of a real one. */
const CHEAP_HASH = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** Enough for every rule and for pages from either end; many tests of the server read all of them. */
const FEW_APPLICATIONS = 2400;

interface WorldOptions {
  now?: Date;
  /** With all applications of the demo world, where a test finds every mixture of states. */
  isWhole?: boolean;
}

/** Fills an empty database with the demo world of a time. */
export const fillWorld = async (pool: Pool, { now = NOW, isWhole = false }: WorldOptions = {}): Promise<void> => {
  await migrate(pool, 'server/db/migrations');
  await seedDemoWorld(pool, {
    now,
    passwordHash: await hash(DEMO_PASSWORD, CHEAP_HASH),
    ...(!isWhole && { chainApplications: FEW_APPLICATIONS }),
  });
  const deps = { db: createDb(pool), clock: { now: () => now }, settings: readSettings({}) };
  await keepNeeds(deps);
  // Otherwise each server of a journey would begin with its two rounds of scoring all applications.
  await followScoreRule(deps);
  await pool.query('update score_runs set rounds = 2');
  // Tests read the entries of what they do themselves. The log refuses to be emptied otherwise.
  await pool.query(`
    alter table audit_log disable trigger user;
    truncate audit_log restart identity;
    alter table audit_log enable trigger user`);
  await pool.query('analyze application_needs, need_changes, need_counts');
};

/** Creates the template that test files copy, with the demo world, in the PostgreSQL of TEST_DATABASE_URL. */
export const fillTemplate = async (options?: WorldOptions): Promise<void> => {
  await administer(`drop database if exists ${TEMPLATE} with (force)`);
  await administer(`create database ${TEMPLATE}`);
  const pool = testPool(urlOf(TEMPLATE));
  await fillWorld(pool, options);
  await pool.end();
};
