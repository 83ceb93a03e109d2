import { BULK_IDS_MAX, BULK_MATCHES_MAX, BULK_MESSAGES_MAX } from '../../../contract/constants/bulks';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { BulkPreviewBody } from '../../../contract/schemas/bulks';
import { ownerScope, scopeOfBranch } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { AppError, invalid } from '../../platform/errors';
import { checkScope, momentOf, notePersonalFilters, refusePersonalFilters } from '../applications';
import { checkContent } from '../chat';
import { checkDecline } from '../decisions';
import type { Caller } from './accept';
import type { BulkOptions } from './repository';
import { conditionOf } from './setRepository';

/** Throws 400 on the field unless the body names the applications in exactly one way. */
const checkSet = ({ ids, query, except }: BulkPreviewBody): void => {
  if (!ids && !query) throw invalid({ ids: ERROR_KEYS.fieldRequired });
  if (ids && query) throw invalid({ query: ERROR_KEYS.fieldInvalid });
  if (ids && except) throw invalid({ except: ERROR_KEYS.fieldInvalid });
};

/** Runs a check whose 400 names fields, and moves these under the field of the body that holds them. */
const underField = async (field: 'options' | 'query', check: () => void | Promise<void>): Promise<void> => {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof AppError) || !error.options.children) throw error;
    throw new AppError(400, ERROR_KEYS.invalid, { children: { [field]: { children: error.options.children } } });
  }
};

/** Returns the options that belong to the action. Throws 400 on the field, and by the content check of messages. */
const optionsOf = async (deps: Deps, { action, options = {} }: BulkPreviewBody): Promise<BulkOptions> => {
  const { body, templateId: _none, ...ofDecline } = options;
  if (action === 'decline') {
    await underField('options', () => checkDecline(ofDecline));
    return ofDecline;
  }
  if (action !== 'message') return {};
  const text = body?.trim();
  if (text === undefined)
    await underField('options', () => {
      throw invalid({ body: ERROR_KEYS.fieldRequired });
    });
  else checkContent(deps, { type: 'text', message_status: 0 }, text);
  return { body: text };
};

/** Lapsed needs are decided together, whatever their jobs. */
const isLapsedPile = ({ action, query }: Pick<BulkPreviewBody, 'action' | 'query'>): boolean =>
  query?.needState === 'lapsed' && (action === 'shortlist' || action === 'decline');

/** Returns the most applications that the body may choose, and the key of the 400 beyond. */
export const limitOf = ({
  action,
  query,
}: Pick<BulkPreviewBody, 'action' | 'query'>): { max: number; key: ErrorKey } => {
  if (query && query.jobId === undefined && !isLapsedPile({ action, query }))
    return { max: BULK_IDS_MAX, key: ERROR_KEYS.bulkJobRequired };
  const max = action === 'message' ? BULK_MESSAGES_MAX : BULK_MATCHES_MAX;
  return { max, key: ERROR_KEYS.bulkTooMany };
};

/**
 * Returns the condition of the chosen applications, the most that they may be, and the options of the action. Throws
 * 400 for a wrong body and 404 for a job or branch outside the caller's scope.
 */
export const readSelection = async (deps: Deps, caller: Caller, body: BulkPreviewBody) => {
  checkSet(body);
  const options = await optionsOf(deps, body);
  const scope = ownerScope(caller.user);
  const { query } = body;
  if (query) {
    await underField('query', () => refusePersonalFilters(deps, caller.user, query));
    await checkScope(deps, scope, scopeOfBranch(scope, query.branchId), query);
    await notePersonalFilters(deps, caller, query);
  }
  return { scope, options, condition: conditionOf(scope, body, momentOf(deps, query ?? {})), ...limitOf(body) };
};
