import { Type } from 'typebox';
import { ENDED_APPLICATION_KEYS, ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import { Id, Nullable } from '../schemas/common';
import { NoPayload, envelope } from '../schemas/envelope';
import {
  ApplicationDetailPayload,
  ApplicationPayload,
  ApplicationRows,
  CommentBody,
  CommentPayload,
  FeedbackBody,
  ShortlistBody,
  StagesPayload,
} from '../schemas/applications';
import { ApplicationSearchQuery } from '../schemas/applicationSearch';
import {
  CvBody,
  CvPayload,
  CvSendBody,
  ExcelBody,
  ExcelSendBody,
  ExportIdPayload,
  ExportPayload,
} from '../schemas/exports';
import { HistoryEntries, HistoryQuery } from '../schemas/history';
import { NeedsQuery } from '../schemas/today';
import { AppointmentPayload, FeedbackRemovalBody } from '../schemas/appointments';
import { defineRoute } from './defineRoute';

export const searchApplications = defineRoute({
  id: 'searchApplications',
  summary: 'List applications, newest first; `limit=0` returns only the exact total',
  method: 'GET',
  path: '/api/search/application/all',
  access: { level: 'branch' },
  query: ApplicationSearchQuery,
  /** `next` comes with `sort=need`: the `after` of the next page, null on the last one. */
  reply: Type.Object({
    ...envelope(ApplicationRows).properties,
    next: Type.Optional(Nullable(Type.String())),
  }),
  errors: [ERROR_KEYS.notFound],
});

export const getStages = defineRoute({
  id: 'getStages',
  summary: 'Count the applications of the caller, of a branch or of a job by their stage',
  method: 'GET',
  path: '/api/search/application/stages',
  access: { level: 'branch' },
  query: NeedsQuery,
  reply: envelope(StagesPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putShortlist = defineRoute({
  id: 'putShortlist',
  summary: 'Put an application on the shortlist or remove it; idempotent; takes an Idempotency-Key',
  method: 'PUT',
  path: '/api/job/application/:id/shortlist',
  access: { level: 'branch' },
  params: Type.Object({ id: Id }),
  body: ShortlistBody,
  reply: envelope(ApplicationPayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.jobNotActive,
    ...ENDED_APPLICATION_KEYS,
    ERROR_KEYS.idempotencyMismatch,
    ERROR_KEYS.idempotencyInFlight,
  ],
});

export const putSeen = defineRoute({
  id: 'putSeen',
  summary: 'Mark an application as seen; idempotent',
  method: 'PUT',
  path: '/api/job/application/:id/mark-as-seen',
  access: { level: 'branch' },
  params: Type.Object({ id: Id }),
  reply: envelope(ApplicationPayload),
  errors: [ERROR_KEYS.notFound],
});

const idParams = Type.Object({ id: Id });
const byStaff = { level: 'branch', types: ['branch', 'hr_account', 'root'] } as const;

export const getApplication = defineRoute({
  id: 'getApplication',
  summary: 'Get a whole application without marking it as seen',
  method: 'GET',
  path: '/api/search/application/:id',
  access: { level: 'branch' },
  params: idParams,
  reply: envelope(ApplicationDetailPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getHistory = defineRoute({
  id: 'getHistory',
  summary: 'List the history of an application, newest first, 50 at a time; `before` continues it',
  method: 'GET',
  path: '/api/search/application/:id/history',
  access: { level: 'branch' },
  params: idParams,
  query: HistoryQuery,
  reply: envelope(HistoryEntries),
  errors: [ERROR_KEYS.notFound],
});

export const postComment = defineRoute({
  id: 'postComment',
  summary: 'Add a comment on a worker for the whole organisation; not for companies',
  method: 'POST',
  path: '/api/job/application-comment',
  access: byStaff,
  body: CommentBody,
  reply: envelope(CommentPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putFeedback = defineRoute({
  id: 'putFeedback',
  summary: 'Record the feedback answers about an appointment; recorded answers are locked',
  method: 'PUT',
  path: '/api/job/detail/:jobId/application/:id/feedback',
  access: { level: 'branch' },
  params: Type.Object({ jobId: Id, id: Id }),
  body: FeedbackBody,
  reply: envelope(Type.Intersect([ApplicationPayload, AppointmentPayload])),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.feedbackStepSkipped,
    ERROR_KEYS.feedbackLocked,
    ERROR_KEYS.feedbackNoAppointment,
    ERROR_KEYS.appointmentStatusInvalid,
    ...ENDED_APPLICATION_KEYS,
  ],
});

export const deleteFeedback = defineRoute({
  id: 'deleteFeedback',
  summary: 'Remove the last recorded feedback answer; HR and root within 7 days, the others within 15 minutes',
  method: 'DELETE',
  path: '/api/appointment/:id/feedback',
  access: { level: 'branch' },
  params: idParams,
  body: FeedbackRemovalBody,
  /** `wasTold`: the worker was told of the removed answer, and is now told that it was a mistake. */
  reply: envelope(Type.Intersect([ApplicationPayload, AppointmentPayload, Type.Object({ wasTold: Type.Boolean() })])),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.feedbackTooOld, ERROR_KEYS.feedbackFollowed, ...ENDED_APPLICATION_KEYS],
});

export const sendExcel = defineRoute({
  id: 'sendExcel',
  summary: 'Mail the workbook of a job, or of all jobs',
  method: 'POST',
  path: '/api/job/application/export/excel/send',
  access: { level: 'branch' },
  body: ExcelSendBody,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

export const exportExcel = defineRoute({
  id: 'exportExcel',
  summary: 'Export named applications as a workbook file, or start a background export of a query (202)',
  method: 'POST',
  path: '/api/job/application/export/excel',
  access: { level: 'branch' },
  body: ExcelBody,
  /** A body of 2,000 whole list rows has about 3 MB. */
  bodyLimit: 4_194_304,
  reply: envelope(ExportIdPayload),
  produces: [MEDIA_TYPES.workbook],
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

const exportParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{32}$' }) });

export const getExport = defineRoute({
  id: 'getExport',
  summary: "Get the progress of the caller's export",
  method: 'GET',
  path: '/api/job/application/export/:id',
  access: { level: 'branch' },
  params: exportParams,
  reply: envelope(ExportPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getExportFile = defineRoute({
  id: 'getExportFile',
  summary: 'Get the workbook of a finished export',
  method: 'GET',
  path: '/api/job/application/export/:id/file',
  access: { level: 'branch' },
  params: exportParams,
  reply: envelope(NoPayload),
  produces: [MEDIA_TYPES.workbook],
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.exportNotReady],
});

export const sendCv = defineRoute({
  id: 'sendCv',
  summary: "Mail an applicant's CV",
  method: 'POST',
  path: '/api/job/detail/:jobId/export-pdf',
  access: { level: 'branch' },
  params: Type.Object({ jobId: Id }),
  body: CvSendBody,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

export const exportCv = defineRoute({
  id: 'exportCv',
  summary: "Get an applicant's CV: base64 in JSON, or the PDF itself by the Accept header",
  method: 'POST',
  path: '/api/export/pdf/cv',
  access: { level: 'branch' },
  body: CvBody,
  reply: envelope(CvPayload),
  produces: [MEDIA_TYPES.pdf],
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});
