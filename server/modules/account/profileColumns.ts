import type { Kysely } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { BranchBody } from '../../../contract/schemas/organisation';
import type { Database } from '../../platform/database/schema';
import { invalid } from '../../platform/errors';
import { parsePoint } from '../../platform/geo';
import { countryByCode, nearestPlace } from '../reference';
import { taxOfficeExists } from './repository';

const trimmed = (text: string | null): string | null => text?.trim() || null;

/**
 * Returns the columns that the forms of a profile and of a branch share; it skips omitted fields. Throws 400 for a
 * location off the globe, an unknown tax office, and any tax office in a country without them. Null is always allowed.
 */
export const profileColumns = async (
  db: Kysely<Database>,
  body: Omit<BranchBody, 'companyName'>,
  countryCode: string,
) => {
  const { commercialTitle, website, companyAddress, taxOffice, taxOfficeNumber } = body;
  const point = parsePoint(body.location, 'location');
  const isActive = countryByCode(countryCode)?.countryAttributes.taxOfficeActive === true;
  if (taxOffice && !(isActive && (await taxOfficeExists(db, taxOffice))))
    throw invalid({ taxOffice: ERROR_KEYS.fieldInvalid });
  if (!isActive && taxOfficeNumber) throw invalid({ taxOfficeNumber: ERROR_KEYS.fieldInvalid });
  return {
    first_name: body.firstName.trim(),
    last_name: body.lastName.trim(),
    email: body.email,
    ...point,
    location_name: nearestPlace(point)?.name ?? null,
    ...(taxOffice !== undefined && { tax_office_id: taxOffice }),
    ...(taxOfficeNumber !== undefined && { tax_office_number: trimmed(taxOfficeNumber) }),
    ...(commercialTitle !== undefined && { commercial_title: trimmed(commercialTitle) }),
    ...(website !== undefined && { website: trimmed(website) }),
    ...(companyAddress !== undefined && { company_address: trimmed(companyAddress) }),
  };
};
