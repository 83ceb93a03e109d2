import type { Kysely } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { BranchBody, HrBody } from '../../../contract/schemas/organisation';
import type { Database } from '../../platform/database/schema';
import { invalid } from '../../platform/errors';
import { countryByCode, nearestPlace } from '../reference';
import { parsePoint } from '../../platform/geo';
import { taxOfficeExists, type StaffColumns } from './repository';

const trimmed = (text: string | null): string | null => text?.trim() || null;

export const hrColumns = ({ firstName, lastName, email }: HrBody): StaffColumns => ({
  first_name: firstName.trim(),
  last_name: lastName.trim(),
  email,
});

/**
 * Returns the columns of the tax office. Throws 400 for a tax office in a country without them; null is always
 * allowed.
 */
const taxColumns = async (db: Kysely<Database>, { taxOffice, taxOfficeNumber }: BranchBody, countryCode: string) => {
  const isActive = countryByCode(countryCode)?.countryAttributes.taxOfficeActive === true;
  if (!isActive && taxOffice) throw invalid({ taxOffice: ERROR_KEYS.fieldInvalid });
  if (!isActive && taxOfficeNumber) throw invalid({ taxOfficeNumber: ERROR_KEYS.fieldInvalid });
  if (taxOffice && !(await taxOfficeExists(db, taxOffice))) throw invalid({ taxOffice: ERROR_KEYS.fieldInvalid });
  return {
    ...(taxOffice !== undefined && { tax_office_id: taxOffice }),
    ...(taxOfficeNumber !== undefined && { tax_office_number: trimmed(taxOfficeNumber) }),
  };
};

/**
 * Returns the columns that the form of a branch sets; it skips omitted fields. Throws 400 for a location off the
 * globe, an unknown tax office, and any tax office in a country without them.
 */
export const branchColumns = async (
  db: Kysely<Database>,
  body: BranchBody,
  countryCode: string,
): Promise<StaffColumns> => {
  const { companyName, commercialTitle, website, companyAddress } = body;
  const point = parsePoint(body.location, 'location');
  return {
    ...hrColumns(body),
    company_name: companyName.trim(),
    ...point,
    location_name: nearestPlace(point)?.name ?? null,
    ...(await taxColumns(db, body, countryCode)),
    ...(commercialTitle !== undefined && { commercial_title: trimmed(commercialTitle) }),
    ...(website !== undefined && { website: trimmed(website) }),
    ...(companyAddress !== undefined && { company_address: trimmed(companyAddress) }),
  };
};
