import { CATEGORIES, POSITIONS } from './data/catalogue';
import { PACKAGES } from './data/packages';
import { idsOf, insertRows, type SeedClient } from './insert';
import type { SeededPosition } from './world';

const namesToIds = async (
  client: SeedClient,
  table: string,
  names: readonly string[],
): Promise<Map<string, number>> => {
  await client.query(`insert into ${table} (name) select * from unnest($1::text[]) on conflict (name) do nothing`, [
    names,
  ]);
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from ${table} where name = any ($1)`,
    [names],
  );
  return new Map(rows.map((row) => [row.name, Number(row.id)]));
};

const idOf = (ids: ReadonlyMap<string, number>, name: string): number => {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`nothing named ${name}`);
  return id;
};

/** Job categories and positions; those that are there already keep their ids. */
export const seedPositions = async (client: SeedClient): Promise<SeededPosition[]> => {
  const categories = await namesToIds(client, 'job_categories', CATEGORIES);
  const positions = await namesToIds(
    client,
    'job_positions',
    POSITIONS.map((one) => one.name),
  );
  return POSITIONS.map(({ name, category }) => ({
    id: idOf(positions, name),
    name,
    categoryId: idOf(categories, category),
    categoryName: category,
  }));
};

/** The package catalogue, unless there is one. */
export const seedPackages = async (client: SeedClient): Promise<void> => {
  const next = await idsOf(client, 'packages');
  if (next() > 1) return;
  await insertRows(
    client,
    'packages',
    PACKAGES.map(({ definition, price, originalPrice, credits }, index) => ({
      id: index + 1,
      definition: { ...definition, original_price: originalPrice, job_creation_amount: credits, credit: credits },
      price_minor: price,
      currency: 'TRY',
      job_credits: credits,
      sort_order: index + 1,
    })),
  );
};
