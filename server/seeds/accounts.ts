import { DAY } from '../../contract/constants/time';
import { BRANCHES, CHAIN_NAME, COMPANIES, type BranchData } from './data/organisations';
import { DISTRICTS } from './data/people';
import { idsOf, insertRows, type Row, type SeedClient, iso, type SeedContext, type SeededPlace } from './insert';

const START = 400 * DAY;

const districtOf = ({ city, district }: BranchData, name = district) => {
  const found = DISTRICTS[city].find((one) => one.name === name);
  if (!found) throw new Error(`${city} has no district ${name}`);
  return found;
};

/** Inserts the organisations, every account that signs in (and two that may not), and the places of work. */
export const seedAccounts = async (client: SeedClient, context: SeedContext): Promise<SeededPlace[]> => {
  const { random, now, passwordHash } = context;
  const nextOrganisation = await idsOf(client, 'organisations');
  const nextUser = await idsOf(client, 'users');
  const nextLocation = await idsOf(client, 'company_locations');
  const organisations: Row[] = [];
  const users: Row[] = [];
  const locations: Row[] = [];
  const places: SeededPlace[] = [];

  const addOrganisation = (name: string): number => {
    const id = nextOrganisation();
    organisations.push({ id, name, created_at: iso(now - START) });
    return id;
  };
  const addUser = (type: string, email: string, name: readonly [string, string], more: Row): number => {
    const id = nextUser();
    users.push({
      id,
      organisation_id: null,
      user_type: type,
      email,
      password_hash: passwordHash,
      company_name: null,
      first_name: name[0],
      last_name: name[1],
      phone: `5${random.pick(['32', '33', '42', '44', '52', '05'])}${random.int(1000000, 9999999)}`,
      image_key: null,
      latitude: null,
      longitude: null,
      location_name: null,
      company_address: null,
      tax_office_number: null,
      commercial_title: null,
      website: null,
      country_code: 'TR',
      language_code: 'tr',
      dashboard_access: true,
      job_creation_balance: 0,
      created_at: iso(now - START + users.length * DAY),
      ...more,
    });
    return id;
  };
  const addPlace = (type: 'branch' | 'company', data: BranchData, organisationId: number, more: Row): void => {
    const home = districtOf(data);
    const userId = addUser(type, data.email, data.manager, {
      organisation_id: organisationId,
      company_name: data.name,
      image_key: `logo-${random.hex(32)}`,
      latitude: home.latitude,
      longitude: home.longitude,
      location_name: `${data.district}, ${data.city}`,
      company_address: data.address,
      tax_office_number: String(random.int(1000000000, 9999999999)),
      ...more,
    });
    const own = [[data.name, data.district, data.address] as const];
    const second = data.secondPlace ? [[...data.secondPlace, `${data.secondPlace[1]} / ${data.city}`] as const] : [];
    const placed = [...own, ...second].map(([name, districtName, address]) => {
      const centre = districtOf(data, districtName);
      const id = nextLocation();
      const at = {
        latitude: Number((centre.latitude + random.between(-0.003, 0.003)).toFixed(6)),
        longitude: Number((centre.longitude + random.between(-0.003, 0.003)).toFixed(6)),
      };
      const created_at = iso(now - START + 90 * DAY);
      locations.push({ id, organisation_id: organisationId, user_id: userId, name, address, ...at, created_at });
      return { id, ...at };
    });
    const { name, city, address, hires, jobs } = data;
    places.push({ userId, organisationId, name, city, address, hires, jobs, locations: placed });
  };

  const chain = addOrganisation(CHAIN_NAME);
  const staff = { organisation_id: chain, company_name: CHAIN_NAME, image_key: `logo-${random.hex(32)}` };
  addUser('root', 'root@demo.test', ['Defne', 'Karahan'], {
    ...staff,
    latitude: 41.0602,
    longitude: 28.9877,
    location_name: 'Şişli, İstanbul',
    company_address: 'Büyükdere Cad. No: 127, Şişli / İstanbul',
    commercial_title: 'Mavi Fincan Gıda ve Perakende A.Ş.',
    website: 'https://mavifincan.example',
  });
  addUser('hr_account', 'hr@demo.test', ['Gizem', 'Tunç'], staff);
  addUser('hr_account', 'hr2@demo.test', ['Onur', 'Sezer'], staff);
  for (const branch of BRANCHES) addPlace('branch', branch, chain, { job_creation_balance: 0 });
  for (const company of COMPANIES) {
    addPlace('company', company, addOrganisation(company.name), {
      dashboard_access: company.access,
      commercial_title: `${company.name} Ltd. Şti.`,
    });
  }
  // These two show the refusals at sign-in: a worker, and an unknown type.
  addUser('worker', 'worker@demo.test', ['Elif', 'Yıldız'], {});
  addUser('courier', 'unknown@demo.test', ['Kerem', 'Avcı'], {});

  await insertRows(client, 'organisations', organisations);
  await insertRows(client, 'users', users);
  // The ledger adds the credits, because its trigger keeps the balance.
  await client.query(
    `insert into credit_ledger (organisation_id, user_id, amount, kind, at)
     select u.organisation_id, u.id, c.credits, 'opening', u.created_at
     from json_to_recordset($1::json) as c(email text, credits integer) join users u on u.email = c.email
     where c.credits > 0`,
    [JSON.stringify(COMPANIES.map(({ email, credits }) => ({ email, credits })))],
  );
  // Uses the tax office with the district's name, if there is one.
  await client.query(
    `update users u set tax_office_id = t.id from tax_offices t
     where u.user_type in ('branch', 'company') and t.province = split_part(u.location_name, ', ', 2)
       and t.name = split_part(u.location_name, ', ', 1) || ' Vergi Dairesi Müdürlüğü'`,
  );
  await insertRows(client, 'company_locations', locations);
  return places;
};
