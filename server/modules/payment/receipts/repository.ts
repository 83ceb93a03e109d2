import { sql, type Kysely, type Transaction } from 'kysely';
import type { Language } from '../../../../contract/constants/options';
import type { Database } from '../../../platform/database/schema';
import type { Grants } from '../repository';

export interface ReceiptLine {
  title: Record<Language, string>;
  quantity: number;
  /** Of the whole line; null where the order noted no prices of its lines. */
  amountMinor: number | null;
}

/** The company as its profile says; null where it says nothing. */
export interface ReceiptBuyer {
  companyName: string | null;
  personName: string;
  taxOffice: string | null;
  taxNumber: string | null;
  address: string | null;
}

/** What stays of a paid order, whatever becomes of the profile and the catalogue. */
export interface Receipt {
  /** ISO 8601 UTC. */
  paidAt: string;
  lines: ReceiptLine[];
  buyer: ReceiptBuyer;
}

export interface PaidOrder extends ReceiptBuyer {
  id: string;
  amountMinor: number;
  currency: string;
  grants: Grants;
  paidAt: Date;
  /** Null for an order from before receipts. */
  receipt: Receipt | null;
  /** The plan of a renewal. */
  planTitle: Record<Language, string> | null;
  firstName: string;
  email: string;
  languageCode: string;
  isDeleted: boolean;
}

/** A paid order with the company as it is now; of `owner` alone, where one is given. */
export const findPaidOrder = async (
  db: Kysely<Database>,
  id: string,
  owner?: { id: number; organisationId: number },
): Promise<PaidOrder | undefined> => {
  const own = owner ? sql`y.user_id = ${owner.id} and y.organisation_id = ${owner.organisationId}` : sql`true`;
  const { rows } = await sql<PaidOrder>`
    select y.id, y.amount_minor as "amountMinor", y.currency, y.grants, y.changed_at as "paidAt", y.receipt,
      p.product -> 'title' as "planTitle", u.first_name as "firstName", u.email, u.language_code as "languageCode",
      u.deleted_at is not null as "isDeleted", trim(concat_ws(' ', u.first_name, u.last_name)) as "personName",
      coalesce(nullif(trim(u.commercial_title), ''), nullif(trim(u.company_name), '')) as "companyName",
      t.name as "taxOffice", nullif(trim(u.tax_office_number), '') as "taxNumber",
      nullif(trim(u.company_address), '') as address
    from payments y join users u on u.id = y.user_id left join tax_offices t on t.id = u.tax_office_id
    left join subscriptions s on s.id = y.subscription_id left join subscription_plans p on p.id = s.plan_id
    where y.id = ${id} and y.state = 'succeeded' and ${own}`.execute(db);
  return rows[0];
};

/** Notes the receipt of a payment whose row the caller holds. */
export const keepReceipt = async (trx: Transaction<Database>, id: string, receipt: Receipt): Promise<void> => {
  await trx
    .updateTable('payments')
    .set({ receipt: JSON.stringify(receipt) })
    .where('id', '=', id)
    .execute();
};
