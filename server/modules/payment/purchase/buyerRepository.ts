import { sql, type Kysely, type Transaction } from 'kysely';
import { firstRow } from '../../../platform/database/query';
import type { Database } from '../../../platform/database/schema';
import type { Buyer, Purchase } from '../../../platform/ports/payments';
import type { Grants } from '../repository';

/**
 * The city is the province of the tax office, or else the last part of the location's name, as in "Şişli, İstanbul".
 */
const BUYER = sql`
  u.id::text as id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone,
  nullif(trim(u.tax_office_number), '') as "identityNumber", nullif(trim(u.company_address), '') as address,
  coalesce(t.province, nullif(trim(regexp_replace(u.location_name, '^.*,', '')), '')) as city,
  u.country_code as "countryCode"`;

type Profile = Omit<Buyer, 'ip'>;

/**
 * Returns the purchase of an order with its buyer. A renewal gets the company's last known IP address. Throws when the
 * order does not exist.
 */
export const findPurchase = async (db: Kysely<Database>, orderId: string): Promise<Purchase> => {
  const { rows } = await sql<Profile & { ip: string | null; grants: Grants; isRenewal: boolean }>`
    select ${BUYER}, y.grants, y.subscription_id is not null as "isRenewal",
      coalesce(y.buyer_ip, (
        select earlier.buyer_ip from payments earlier where earlier.user_id = y.user_id and earlier.buyer_ip is not null
        order by earlier.created_at desc limit 1)) as ip
    from payments y join users u on u.id = y.user_id left join tax_offices t on t.id = u.tax_office_id
    where y.id = ${orderId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`order ${orderId} does not exist`);
  const { grants, isRenewal, ...buyer } = row;
  const title = grants.items.map((item) => `${item.quantity} × ${item.title}`).join(', ');
  return { buyer, title, renews: isRenewal || grants.planId !== null };
};

/** Returns the buyer fields that a provider may require. */
export const findBuyerFields = async (
  db: Kysely<Database>,
  userId: number,
): Promise<Pick<Profile, 'identityNumber' | 'address' | 'city'>> => {
  const { rows } = await sql<Profile>`
    select ${BUYER} from users u left join tax_offices t on t.id = u.tax_office_id where u.id = ${userId}`.execute(db);
  return rows[0] ?? { identityNumber: null, address: null, city: null };
};

export const giveDashboardAccess = async (trx: Transaction<Database>, userId: number) => {
  await trx.updateTable('users').set({ dashboard_access: true }).where('id', '=', userId).execute();
};

export const balanceOf = async (db: Kysely<Database>, userId: number): Promise<number> => {
  const row = await firstRow(db)<{ n: number }>`select job_creation_balance as n from users where id = ${userId}`;
  return row?.n ?? 0;
};
