import { DAY } from '../../contract/constants/time';
import { DISTRICTS, SURNAMES } from '../../server/seeds/data/people';
import { idsOf, insertRows, type Row, type SeedClient, iso, type SeedContext } from '../../server/seeds/insert';
import { SLOTS } from './plan';

/** Additional branches and HR staff of the largest organisation. */
const BRANCHES = 60;
const PEOPLE = 60;

/** Inserts them to lengthen the lists of the largest organisation's accounts; each branch has a place of work. */
export const seedLoadStaff = async (client: SeedClient, { random, now, passwordHash }: SeedContext): Promise<void> => {
  const { rows } = await client.query(`select organisation_id from users where email = 'root@demo.test'`);
  const organisation_id = Number(rows[0]?.organisation_id);
  const nextUser = await idsOf(client, 'users');
  const nextLocation = await idsOf(client, 'company_locations');
  const created_at = iso(now - 300 * DAY);
  const users: Row[] = [];
  const places: Row[] = [];
  const add = (user_type: string, email: string, company_name: string, more: Row): number => {
    const id = nextUser();
    users.push({
      id,
      organisation_id,
      user_type,
      email,
      password_hash: passwordHash,
      company_name,
      first_name: 'Deniz',
      last_name: random.pick(SURNAMES),
      location_name: null,
      country_code: 'TR',
      language_code: 'tr',
      dashboard_access: true,
      job_creation_balance: 0,
      created_at,
      ...more,
    });
    return id;
  };
  for (let nth = 1; nth <= PEOPLE; nth += 1) add('hr_account', `hr-${nth}@load.test`, 'Mavi Fincan', {});
  for (let nth = 1; nth <= BRANCHES; nth += 1) {
    const city = random.pick(SLOTS);
    const { name: district, latitude, longitude } = random.pick(DISTRICTS[city]);
    const name = `Mavi Fincan ${district} ${nth}`;
    const user_id = add('branch', `branch-${nth}@load.test`, name, { location_name: `${district}, ${city}` });
    places.push({ id: nextLocation(), organisation_id, user_id, name, latitude, longitude, created_at });
  }
  await insertRows(client, 'users', users);
  await insertRows(client, 'company_locations', places);
};
