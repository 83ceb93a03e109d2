import { DAY } from '../../contract/constants/time';
import { seedAccounts } from '../../server/seeds/accounts';
import { DISTRICTS, SURNAMES } from '../../server/seeds/data/people';
import { POSITIONS } from '../../server/seeds/data/catalogue';
import {
  advanceSequences,
  idsOf,
  insertRows,
  type Row,
  type SeedClient,
  createRandom,
  type Random,
  iso,
  type SeededPosition,
} from '../../server/seeds/insert';
import { SLOTS, type LoadPlan } from './plan';
import { seedLoadStaff } from './staff';

const SEED = 1_000_003;
/** Branches of each organisation that the load world adds; each has one root. */
const BRANCHES_EACH = 4;
/** The demo accounts bring five organisations; that of root@demo.test comes first and becomes the largest. */
const WITHOUT_JOBS = ['empty@demo.test', 'closed@demo.test'];

interface Employer {
  userId: number;
  slot: number;
  latitude: number;
  longitude: number;
  name: string;
  locationId: number;
}

interface LoadJob {
  job_id: number;
  organisation_id: number;
  user_id: number;
  slot: number;
  applications: number;
  /** A closed job gets no applications on its last days. */
  quiet_days: number;
  latitude: number;
  longitude: number;
  name: string;
}

/**
 * Returns falling shares with an exact sum, so that few jobs get most applications; `first` fixes the first job's
 * share.
 */
const jobShares = (random: Random, total: number, jobs: number, most: number, first?: number): number[] => {
  const count = first === undefined ? jobs : jobs - 1;
  const rest = total - (first ?? 0);
  const weights = Array.from({ length: count }, () => 0.2 + random.next() ** 2);
  const sum = weights.reduce((one, two) => one + two, 0);
  const shares = weights.map((weight) => Math.min(most, Math.floor((rest * weight) / sum)));
  let missing = rest - shares.reduce((one, two) => one + two, 0);
  for (let index = 0; missing > 0; index = (index + 1) % count) {
    shares[index] = (shares[index] ?? 0) + 1;
    missing -= 1;
  }
  return first === undefined ? shares : [first, ...shares];
};

const readDemoEmployers = async (client: SeedClient): Promise<Map<number, Employer[]>> => {
  const { rows } = await client.query(
    `select u.organisation_id, u.id, u.company_name, l.id as location_id, l.latitude, l.longitude, u.location_name
     from users u join lateral (select * from company_locations where user_id = u.id order by id limit 1) l on true
     where u.user_type in ('branch', 'company') and u.email <> all ($1) order by u.id`,
    [WITHOUT_JOBS],
  );
  const found = new Map<number, Employer[]>();
  for (const row of rows) {
    const city = String(row.location_name).split(', ')[1];
    const slot = Math.max(
      0,
      SLOTS.findIndex((one) => one === city),
    );
    const list = found.get(Number(row.organisation_id)) ?? [];
    const { latitude, longitude, company_name: name } = row;
    list.push({ userId: Number(row.id), slot, latitude, longitude, name, locationId: Number(row.location_id) });
    found.set(Number(row.organisation_id), list);
  }
  return found;
};

/** Inserts accounts, places and jobs; leaves the temporary table load_jobs with every job's number of applications. */
export const seedLoadEmployers = async (
  client: SeedClient,
  plan: LoadPlan,
  positions: readonly SeededPosition[],
  { now, passwordHash }: { now: Date; passwordHash: string },
): Promise<void> => {
  const random = createRandom(SEED);
  const at = now.getTime();
  await seedAccounts(client, { random, now: at, passwordHash });
  await seedLoadStaff(client, { random, now: at, passwordHash });
  const employers = await readDemoEmployers(client);
  const [nextOrganisation, nextUser, nextLocation, nextJob] = [
    await idsOf(client, 'organisations'),
    await idsOf(client, 'users'),
    await idsOf(client, 'company_locations'),
    await idsOf(client, 'jobs'),
  ];
  const rows: Record<'organisations' | 'users' | 'company_locations' | 'jobs', Row[]> = {
    organisations: [],
    users: [],
    company_locations: [],
    jobs: [],
  };
  const created_at = iso(at - 300 * DAY);
  while (employers.size < plan.organisations.length) {
    const number = employers.size + 1;
    const organisation_id = nextOrganisation();
    const name = `${random.pick(SURNAMES)} Gıda ${number}`;
    rows.organisations.push({ id: organisation_id, name, created_at });
    const account = (user_type: string, email: string, company_name: string): Row => ({
      id: nextUser(),
      organisation_id,
      user_type,
      email,
      password_hash: passwordHash,
      company_name,
      first_name: 'Deniz',
      last_name: random.pick(SURNAMES),
      image_key: `logo-${random.hex(32)}`,
      country_code: 'TR',
      language_code: 'tr',
      dashboard_access: true,
      job_creation_balance: 0,
      created_at,
    });
    rows.users.push(account('root', `root${number}@load.test`, name));
    const branches = Array.from({ length: BRANCHES_EACH }, (_, index): Employer => {
      const slot = random.int(0, SLOTS.length - 1);
      const district = random.pick(DISTRICTS[SLOTS[slot] ?? 'İstanbul']);
      const user = account('branch', `branch${number}-${index + 1}@load.test`, `${name} ${district.name}`);
      rows.users.push(user);
      const { latitude, longitude } = district;
      const locationId = nextLocation();
      const place = { name: String(user.company_name), latitude, longitude };
      rows.company_locations.push({ id: locationId, organisation_id, user_id: user.id, ...place, created_at });
      return { userId: Number(user.id), slot, locationId, ...place };
    });
    employers.set(organisation_id, branches);
  }
  const jobs: LoadJob[] = [];
  const locations: Row[] = [];
  [...employers.entries()].forEach(([organisation_id, own], index) => {
    const wanted = plan.organisations[index];
    if (!wanted) return;
    const first = index === 0 ? plan.largestJob : undefined;
    const shares = jobShares(random, wanted.applications, wanted.jobs, Math.max(plan.largestJob, 1), first);
    shares.forEach((applications, nth) => {
      const employer = own[plan.isOneOwner ? 0 : nth % own.length];
      if (!employer) return;
      const position = random.pick(positions);
      const data = POSITIONS.find((one) => one.name === position.name);
      const job_id = nextJob();
      const opened = iso(at - (90 + (nth % 20)) * DAY);
      const closed = nth > 0 && nth % 5 === 0;
      rows.jobs.push({
        id: job_id,
        organisation_id,
        user_id: employer.userId,
        title: random.pick(data?.titles ?? [position.name]),
        description: `${employer.name} ekibine ${position.name} arıyoruz.`,
        position_id: position.id,
        category_id: position.categoryId,
        status: closed ? 'closed' : 'active',
        close_reason: closed ? 'found_via_app' : null,
        military_requirements: [],
        is_full_time: true,
        is_part_time: nth % 3 === 0,
        is_seasonal: false,
        contact_type: 'no_contact',
        view_count: applications * 4,
        created_at: opened,
        opened_at: opened,
        closed_at: closed ? iso(at - DAY) : null,
      });
      locations.push({ job_id, company_location_id: employer.locationId });
      const { latitude, longitude, name, userId } = employer;
      // With one owner, workers of all slots apply to the same branch.
      const slot = plan.isOneOwner ? nth % SLOTS.length : employer.slot;
      jobs.push({
        job_id,
        organisation_id,
        user_id: userId,
        slot,
        applications,
        quiet_days: closed ? 2 : 0,
        latitude,
        longitude,
        name,
      });
    });
  });
  for (const [table, list] of Object.entries(rows)) await insertRows(client, table, list);
  await client.query('insert into job_locations select * from json_populate_recordset(null::job_locations, $1)', [
    JSON.stringify(locations),
  ]);
  await client.query(
    `create temporary table load_jobs on commit drop as
     select * from json_to_recordset($1::json) as j (job_id bigint, organisation_id bigint, user_id bigint, slot int,
       applications int, quiet_days int, latitude float8, longitude float8, name text)`,
    [JSON.stringify(jobs)],
  );
  await advanceSequences(client, Object.keys(rows));
};
