import { readMigrations } from '../../../server/db/migrate';
import { LAST_UNCHECKED, STANDSTILL, unsafeIn } from '../../support/migrationRules';

const migrations = readMigrations('server/db/migrations');
const names = migrations.map(({ name }) => name);

describe('migrations while the previous release serves', () => {
  const checked = migrations.filter(({ name }) => name > LAST_UNCHECKED && !STANDSTILL.includes(name));
  it.each(checked)('only add in $name', ({ name, text }) => {
    expect(unsafeIn(text, names.slice(0, names.indexOf(name)))).toEqual([]);
  });

  const ordered = checked.filter(({ name }) => name > '0038_privacy.sql');
  it.each(ordered)('build indexes before other statements lock tables in $name', ({ text }) => {
    const altered = text.search(/^alter table/m);
    if (altered >= 0) expect(text.slice(altered)).not.toMatch(/^-- holds up writes/m);
  });

  it.each([
    'drop table jobs',
    'alter table jobs drop column title',
    'drop index jobs_by_owner',
    'alter table jobs rename column title to name',
    'alter table jobs rename to posts',
    'alter table jobs alter column title type varchar(255)',
    'alter table jobs alter title set data type text',
    'alter table jobs alter column title set not null',
    'alter table jobs add column x int not null',
    'alter table jobs add column y int default 1, add column x int not null',
    'alter table jobs add x text not null',
    'alter table jobs add constraint c check (title <> $$a;b$$)',
    'create index on jobs (title)',
    'create unique index if not exists i on jobs (title)',
    'truncate jobs',
    'delete from jobs',
    '-- contract of 9999_never.sql: nothing has read it for two releases\ndrop table jobs',
  ])('may not: %s', (statement) => {
    expect(unsafeIn(`${statement};`, ['0001_base.sql'])).toHaveLength(1);
  });

  it.each([
    'create table t (id int not null); create index on t (id); alter table t add constraint c check (id > 0)',
    'alter table jobs add column x int',
    'alter table jobs add column x int not null default 0',
    'alter table jobs add column x int default 0 not null',
    'alter table jobs add constraint c check (title is not null) not valid',
    'alter table jobs validate constraint c',
    "insert into t values ('drop table jobs'); -- drop table jobs",
    'create or replace function f() returns void language plpgsql as $$ begin drop table x; end $$',
    '-- holds up writes of jobs: a million rows take two seconds\ncreate index i on jobs (title)',
    '-- contract of 0001_base.sql: nothing has read it for two releases\nalter table jobs drop column title',
  ])('may: %s', (statement) => {
    expect(unsafeIn(`${statement};`, ['0001_base.sql'])).toEqual([]);
  });
});
