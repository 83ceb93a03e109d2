import { Type, type Static } from 'typebox';
import { ADDRESS_MAX, IMPORT_CHUNK_MAX, TEXT_MAX } from '../constants/limits';
import { DECISION_NOTICE_MINUTES_MAX } from '../constants/decisions';
import { RETENTION_MONTHS } from '../constants/privacy';
import { Email, FilledText, Id, Instant, IntegerText, LocationText, Named, Nullable, OneOf } from './common';
import { FieldErrors, type FieldErrorNode } from './envelope';

/** A branch of the dropdown. */
export const BranchJobCount = Type.Object({
  userId: Id,
  companyName: Type.String(),
  activeJobCount: Type.Integer({ minimum: 0 }),
});
export type BranchJobCount = Static<typeof BranchJobCount>;
export const BranchJobCounts = Type.Array(BranchJobCount);

/**
 * `isActivated` is true once the account has its own password. `invitedAt` is the time of the last invitation, and
 * null for an activated account.
 */
const invitation = {
  isActivated: Type.Boolean(),
  invitedAt: Nullable(Instant),
};

/** `location` is the location as text. */
export const BranchAccount = Type.Object({
  id: Id,
  companyName: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  taxOffice: Nullable(Named),
  taxOfficeNumber: Nullable(Type.String()),
  commercialTitle: Nullable(Type.String()),
  website: Nullable(Type.String()),
  companyAddress: Nullable(Type.String()),
  location: Nullable(Type.String()),
  imageUrl: Nullable(Type.String()),
  ...invitation,
});
export type BranchAccount = Static<typeof BranchAccount>;
export const BranchAccountPayload = Type.Object({ branch_account: BranchAccount });
export const BranchAccountsPayload = Type.Object({ branch_accounts: Type.Array(BranchAccount) });

export const BranchBody = Type.Object({
  companyName: FilledText(TEXT_MAX),
  firstName: FilledText(TEXT_MAX),
  lastName: FilledText(TEXT_MAX),
  email: Email,
  location: LocationText,
  taxOffice: Type.Optional(Nullable(Id)),
  taxOfficeNumber: Type.Optional(Nullable(IntegerText)),
  commercialTitle: Type.Optional(Nullable(Type.String({ maxLength: TEXT_MAX }))),
  website: Type.Optional(Nullable(Type.String({ maxLength: TEXT_MAX }))),
  companyAddress: Type.Optional(Nullable(Type.String({ maxLength: ADDRESS_MAX }))),
});
export type BranchBody = Static<typeof BranchBody>;

export const HrAccount = Type.Object({
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  ...invitation,
});
export type HrAccount = Static<typeof HrAccount>;
export const HrAccountPayload = Type.Object({ hr_account: HrAccount });
export const HrAccountsPayload = Type.Object({ hr_accounts: Type.Array(HrAccount) });

export const HrBody = Type.Object({
  firstName: FilledText(TEXT_MAX),
  lastName: FilledText(TEXT_MAX),
  email: Email,
});
export type HrBody = Static<typeof HrBody>;

/** The rows of an import. Each is validated by itself, so the schema of the request accepts anything as a row. */
const rowsOf = <Row>(description: string) =>
  Type.Object({
    rows: Type.Array(Type.Unsafe<Row>(Type.Unknown({ description })), { minItems: 1, maxItems: IMPORT_CHUNK_MAX }),
  });
export const BranchImportBody = rowsOf<BranchBody>('A body of `PUT /api/branch-accounts/create`');
export const HrImportBody = rowsOf<HrBody>('A body of `PUT /api/hr-accounts/create`');

/** The result of one row, in the order of the rows: the id of its account, or the errors of its fields. */
export const ImportResult = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  ok: Type.Boolean(),
  id: Type.Optional(Id),
  errors: Type.Optional(FieldErrors),
});
export type ImportResult = Omit<Static<typeof ImportResult>, 'errors'> & { errors?: FieldErrorNode };
export const ImportPayload = Type.Object({ results: Type.Array(Type.Unsafe<ImportResult>(ImportResult)) });
export type ImportPayload = Static<typeof ImportPayload>;

/**
 * Settings that only a root account or a company changes and HR reads. `tellingMinutes` is the delay before a declined
 * applicant is told, `reminders` whether applicants are reminded, `tellShortlisted` whether shortlisted applicants get a
 * text message, `retentionMonths` how long data of people are kept, `personalFilters` whether applications can be
 * filtered by age, gender and military service, `offlineReading` whether devices of staff keep the last day, to read
 * without a network. A change names the `version` that it read.
 */
export const OrganisationSettings = Type.Object({
  tellingMinutes: Type.Integer({ minimum: 0, maximum: DECISION_NOTICE_MINUTES_MAX }),
  reminders: Type.Boolean(),
  tellShortlisted: Type.Boolean(),
  retentionMonths: OneOf(RETENTION_MONTHS),
  personalFilters: Type.Boolean(),
  /** A server of the release before does not send it. */
  offlineReading: Type.Optional(Type.Boolean()),
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
});
export type OrganisationSettings = Static<typeof OrganisationSettings>;
/** Omitted fields stay unchanged. */
export const OrganisationSettingsBody = Type.Object({
  ...Type.Partial(OrganisationSettings).properties,
  version: OrganisationSettings.properties.version,
});
export type OrganisationSettingsBody = Static<typeof OrganisationSettingsBody>;
export const OrganisationSettingsPayload = Type.Object({ settings: OrganisationSettings });
