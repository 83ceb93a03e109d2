import { appendFileSync, mkdirSync } from 'node:fs';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { ERROR_KEYS, type ErrorKey } from '../../contract/constants/errorKeys';
import { errorKeysOf } from '../../contract/routes/index';
import type { RouteContract } from '../../contract/routes/defineRoute';
import { ErrorBody } from '../../contract/schemas/envelope';

const REPORTS = 'reports';

/** Error keys that every route may answer. */
const EVERYWHERE: readonly ErrorKey[] = [
  ERROR_KEYS.unavailable,
  ERROR_KEYS.payloadTooLarge,
  ERROR_KEYS.unsupportedMediaType,
  ERROR_KEYS.invalid,
];

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
const compiled = new Map<TSchema, ValidateFunction>();

const problemsOf = (schema: TSchema, value: unknown): string | null => {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? null : ajv.errorsText(validate.errors);
};

const note = (line: string) => {
  mkdirSync(REPORTS, { recursive: true });
  appendFileSync(`${REPORTS}/contract-coverage.jsonl`, `${line}\n`);
};

export interface Seen {
  status: number;
  body: { ok: boolean; key?: string; requestId?: string };
  requestIdHeader: string | undefined;
}

/** Checks a reply against its contract. */
export const holdReply = (route: RouteContract, { status, body, requestIdHeader }: Seen): void => {
  const schema = status < 400 ? route.reply : ErrorBody;
  const problems = problemsOf(schema, body);
  if (problems) throw new Error(`${route.id} ${status}: the reply breaks its contract: ${problems}`);
  if (!requestIdHeader) throw new Error(`${route.id} ${status}: no X-Request-Id`);
  if (!body.ok) {
    if (body.requestId !== requestIdHeader) throw new Error(`${route.id}: requestId is not X-Request-Id`);
    const known = [...errorKeysOf(route), ...EVERYWHERE].some((key) => key === body.key);
    if (!known) throw new Error(`${route.id} ${status}: its contract does not name the key ${body.key}`);
  }
};

/** Checks a reply against its contract and records its key for `scripts/check-error-keys.mjs`. */
export const checkReply = (route: RouteContract, seen: Seen): void => {
  holdReply(route, seen);
  note(`${route.id} ${seen.body.ok ? 'success' : seen.body.key} ${seen.status}`);
};

/** Checks a file reply against its contract: its media type and its file name. */
export const checkFile = (
  route: RouteContract,
  { status, headers, requestIdHeader }: Omit<Seen, 'body'> & { headers: Record<string, unknown> },
  isNoted = true,
): void => {
  const [type] = String(headers['content-type']).split(';');
  if (!type || !route.produces?.includes(type)) throw new Error(`${route.id}: its contract does not name a ${type}`);
  const disposition = String(headers['content-disposition']);
  if (!disposition.includes("filename*=UTF-8''")) throw new Error(`${route.id}: a file without a name: ${disposition}`);
  if (!requestIdHeader) throw new Error(`${route.id} ${status}: no X-Request-Id`);
  if (isNoted) note(`${route.id} success ${status}`);
};

/** Checks the head of a stream against its contract. */
export const checkStream = (
  route: RouteContract,
  { status, requestIdHeader }: Pick<Seen, 'status' | 'requestIdHeader'>,
): void => {
  if (!requestIdHeader) throw new Error(`${route.id} ${status}: no X-Request-Id`);
  note(`${route.id} success ${status}`);
};
