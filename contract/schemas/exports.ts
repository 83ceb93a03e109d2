import { Type, type Static } from 'typebox';
import { EXPORT_ROWS_DIRECT } from '../constants/limits';
import { LANGUAGES } from '../constants/options';
import { EXPORT_STATES } from '../constants/statuses';
import { ApplicationSearchQuery } from './applicationSearch';
import { Email, Id, Nullable, OneOf } from './common';

/** A mailed workbook of one job, or of all jobs. */
export const ExcelSendBody = Type.Object({
  jobId: Nullable(Id),
  email: Email,
  language: Type.Optional(OneOf(LANGUAGES)),
});

const NOT_IN_EXPORT = ['limit', 'page', 'before', 'after'] as const;

/** A workbook of named applications, or of all applications that match a list query. See docs/API.md#export-calls. */
export const ExcelBody = Type.Union([
  Type.Object({
    /** The server reads only the `id` of each object. */
    applications: Type.Array(Type.Object({ id: Id }), { minItems: 1, maxItems: EXPORT_ROWS_DIRECT }),
    language: OneOf(LANGUAGES),
  }),
  Type.Object({
    query: Type.Omit(ApplicationSearchQuery, NOT_IN_EXPORT, { additionalProperties: false }),
    language: OneOf(LANGUAGES),
  }),
]);

export const ExportParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{32}$' }) });
export const ExportIdPayload = Type.Object({ exportId: Type.String() });

/** The progress of an export: done and total rows. */
export const ExportPayload = Type.Object({
  state: OneOf(EXPORT_STATES),
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
});
export type ExportPayload = Static<typeof ExportPayload>;

export const CvSendBody = Type.Object({
  email: Email,
  applicationId: Id,
  languageCode: Type.Optional(OneOf(LANGUAGES)),
});
export const CvBody = Type.Object({
  userInformation: Type.Object({ applicationId: Id }),
  languageCode: OneOf(LANGUAGES),
});
/** `result` is the PDF in base64. */
export const CvPayload = Type.Object({ fileName: Type.String(), result: Type.String() });
