import { sql, type Kysely } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { invalid } from '../../platform/errors';
import type { Buyer, Purchase } from '../../platform/ports/payments';
import type { Grants } from './repository';

/** The city is the tax office's, or the last part of the place's name, as in "Şişli, İstanbul". */
const BUYER = sql`
  u.id::text as id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone,
  nullif(trim(u.tax_office_number), '') as "identityNumber", nullif(trim(u.company_address), '') as address,
  coalesce(t.province, nullif(trim(regexp_replace(u.location_name, '^.*,', '')), '')) as city,
  u.country_code as "countryCode"`;

type Profile = Omit<Buyer, 'ip'>;

/** What was ordered under an id, and by whom; a renewal comes from where the company was last. Throws without such an order. */
export const findPurchase = async (db: Kysely<Database>, orderId: string): Promise<Purchase> => {
  const { rows } = await sql<Profile & { ip: string | null; grants: Grants; isRenewal: boolean }>`
    select ${BUYER}, y.grants, y.subscription_id is not null as "isRenewal",
      coalesce(y.buyer_ip, (
        select earlier.buyer_ip from payments earlier where earlier.user_id = y.user_id and earlier.buyer_ip is not null
        order by earlier.created_at desc limit 1)) as ip
    from payments y join users u on u.id = y.user_id left join tax_offices t on t.id = u.tax_office_id
    where y.id = ${orderId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`there is no order ${orderId}`);
  const { grants, isRenewal, ...buyer } = row;
  const title = grants.items.map((item) => `${item.quantity} × ${item.title}`).join(', ');
  return { buyer, title, renews: isRenewal || grants.planId !== null };
};

/** 400 `payment.buyer_incomplete` with the fields of the profile that the provider asks for and that are empty. */
export const assertBuyer = async ({ db, payments }: Deps, { id }: { id: number }): Promise<void> => {
  if (!payments.needsBuyer) return;
  const { rows } = await sql<Profile>`
    select ${BUYER} from users u left join tax_offices t on t.id = u.tax_office_id where u.id = ${id}`.execute(db);
  const [{ identityNumber, address, city } = { identityNumber: null, address: null, city: null }] = rows;
  const fields = {
    ...(identityNumber === null && { taxOfficeNumber: ERROR_KEYS.fieldRequired }),
    ...(address === null && { companyAddress: ERROR_KEYS.fieldRequired }),
    ...(city === null && { location: ERROR_KEYS.fieldRequired }),
  };
  if (Object.keys(fields).length > 0) throw invalid(fields, ERROR_KEYS.buyerIncomplete);
};
