import { fullName } from '../../../contract/constants/text';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Language } from '../../../contract/constants/options';
import type { RegisterBody } from '../../../contract/schemas/account';
import type { SessionPayload } from '../../../contract/schemas/session';
import { audit } from '../../platform/audit';
import { hashPassword } from '../../platform/auth/passwords';
import { issueToken, type Client } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { invalid } from '../../platform/errors';
import type { LimitRule } from '../../platform/limiter';
import { networkOf } from '../../platform/net';
import { countryById, nearestPlace } from '../reference';
import { presentSession } from '../session';
import { parsePoint } from '../../platform/geo';
import { internationalPhone } from './phone';
import { isProofAlive, phoneIsTaken, consumeProof } from './phoneRepository';
import { recordCredits } from '../commerce';
import * as repository from './repository';
import { refuseTakenEmail, phoneTaken, proofMissing, throwTaken } from './uniqueness';
import { sha256 } from '../../platform/sha256';

/** Registrations that one network may attempt per hour. */
const NETWORK_LIMIT: LimitRule = { name: 'register-network', points: 30, seconds: 3600 };

/** Attempts per hour with one proven phone from any network. Each attempt reveals whether an email is taken. */
const PHONE_LIMIT: LimitRule = { name: 'register-phone', points: 10, seconds: 3600 };

interface Visitor {
  client: Client & { address: string };
  language: Language;
  requestId: string;
}

/**
 * Registers a company: creates its organisation, its account and a session. Throws 400 on the field for an unknown
 * country, an impossible or unproven phone, and an email or phone that is taken. It reveals a taken one only after a
 * valid proof.
 */
export const registerCompany = async (deps: Deps, body: RegisterBody, visitor: Visitor): Promise<SessionPayload> => {
  const { db, clock, limiter, settings } = deps;
  await limiter.take(NETWORK_LIMIT, networkOf(visitor.client.address));
  const country = countryById(body.country);
  if (!country) throw invalid({ country: ERROR_KEYS.fieldInvalid });
  const { countryCode } = country;
  const phone = internationalPhone(body.phone, countryCode);
  const point = parsePoint(body.location, 'location');
  const now = clock.now();
  const proof = { hash: sha256(body.phoneVerifyCode), phone, userId: null, now };
  if (!(await isProofAlive(db, proof))) throw proofMissing();
  await limiter.take(PHONE_LIMIT, phone);
  await refuseTakenEmail(db, { email: body.email, exceptId: null, now });
  if (await phoneIsTaken(db, { phone: body.phone, countryCode, exceptId: null })) throw phoneTaken();

  const passwordHash = await hashPassword(body.password);
  const { userId, token } = await db
    .transaction()
    .execute(async (trx) => {
      if (!(await consumeProof(trx, proof))) throw proofMissing();
      const company: repository.NewCompany = {
        companyName: body.companyName.trim(),
        firstName: body.firstName.trim(),
        lastName: body.lastName.trim(),
        email: body.email,
        passwordHash,
        phone: body.phone,
        countryCode,
        languageCode: visitor.language,
        ...point,
        locationName: nearestPlace(point)?.name ?? null,
      };
      const { id, organisationId } = await repository.insertCompany(trx, company, now);
      const { signupCredits: amount } = settings;
      if (amount > 0) await recordCredits(trx, now, { organisationId, userId: id, amount, kind: 'signup' });
      const name = fullName(company);
      const actor = { kind: 'user', user: { id, organisationId, name }, requestId: visitor.requestId } as const;
      // Records the documents that the company agreed to, and the language in which it read them.
      const details = { agreement: ['user-agreement-company', 'personal-data'], language: visitor.language };
      await audit(trx, clock, actor, { action: 'company.registered', subjectType: 'user', subjectId: id, details });
      return { userId: id, token: await issueToken(trx, { userId: id, now, client: visitor.client }) };
    })
    .catch(throwTaken);
  return presentSession(deps, userId, token);
};
