import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { OrganisationSettings, OrganisationSettingsBody } from '../../../contract/schemas/organisation';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { conflict } from '../../platform/errors';
import { findSettings, updateSettings } from './settingsRepository';

/** Changes the organisation's settings. Throws 409 `settings.changed` when somebody changed them since `version`. */
export const changeSettings = (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  body: OrganisationSettingsBody,
): Promise<OrganisationSettings> =>
  inChange(deps, async ({ trx, clock, now }) => {
    const { organisationId } = user;
    const before = await findSettings(trx, organisationId);
    const wanted = { ...before, ...body };
    if (!(await updateSettings(trx, organisationId, wanted, now))) throw conflict(ERROR_KEYS.settingsChanged);
    await audit(
      trx,
      clock,
      { kind: 'user', user, requestId },
      {
        action: 'organisation.settings_changed',
        subjectType: 'organisation',
        subjectId: organisationId,
        details: {
          from: before.tellingMinutes,
          tellingMinutes: wanted.tellingMinutes,
          ...(wanted.reminders !== before.reminders && { reminders: wanted.reminders }),
          ...(wanted.tellShortlisted !== before.tellShortlisted && { tellShortlisted: wanted.tellShortlisted }),
          ...(wanted.personalFilters !== before.personalFilters && { personalFilters: wanted.personalFilters }),
          ...(wanted.retentionMonths !== before.retentionMonths && { retentionMonths: wanted.retentionMonths }),
        },
      },
    );
    return findSettings(trx, organisationId);
  });
