import { sql } from 'kysely';
import type { Language } from '../../../../contract/constants/options';
import { firstRow } from '../../../platform/database/query';
import type { Db, Trx } from '../../../platform/database/schema';
import type { Grants } from '../repository';

export interface ReceiptLine {
  title: Record<Language, string>;
  quantity: number;
  /** The price of the whole line; null for an old order without line prices. */
  amountMinor: number | null;
}

/** The company's data from its profile; null for an empty field. */
export interface ReceiptBuyer {
  companyName: string | null;
  personName: string;
  taxOffice: string | null;
  taxNumber: string | null;
  address: string | null;
}

/** The stored data of a paid order. Later changes of the profile or the catalogue do not affect it. */
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
  /** Null for an order that is older than receipts. */
  receipt: Receipt | null;
  /** The title of a renewal's plan. */
  planTitle: Record<Language, string> | null;
  firstName: string;
  email: string;
  languageCode: string;
  isDeleted: boolean;
}

/** Returns a paid order with the company's current data. `owner` restricts it to the orders of one company. */
export const findPaidOrder = async (
  db: Db,
  id: string,
  owner?: { id: number; organisationId: number },
): Promise<PaidOrder | undefined> => {
  const own = owner ? sql`y.user_id = ${owner.id} and y.organisation_id = ${owner.organisationId}` : sql`true`;
  return firstRow(db)`
    select y.id, y.amount_minor, y.currency, y.grants, y.changed_at as paid_at, y.receipt,
      p.product -> 'title' as plan_title, u.first_name, u.email, u.language_code,
      u.deleted_at is not null as is_deleted, trim(concat_ws(' ', u.first_name, u.last_name)) as person_name,
      coalesce(nullif(trim(u.commercial_title), ''), nullif(trim(u.company_name), '')) as company_name,
      t.name as tax_office, nullif(trim(u.tax_office_number), '') as tax_number,
      nullif(trim(u.company_address), '') as address
    from payments y join users u on u.id = y.user_id left join tax_offices t on t.id = u.tax_office_id
    left join subscriptions s on s.id = y.subscription_id left join subscription_plans p on p.id = s.plan_id
    where y.id = ${id} and y.state = 'succeeded' and ${own}`;
};

/** Stores the receipt of a payment. The caller holds the lock of the row. */
export const keepReceipt = async (trx: Trx, id: string, receipt: Receipt): Promise<void> => {
  await trx
    .updateTable('payments')
    .set({ receipt: JSON.stringify(receipt) })
    .where('id', '=', id)
    .execute();
};
