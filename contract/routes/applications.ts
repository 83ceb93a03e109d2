import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import { Id } from '../schemas/common';
import { NoPayload, envelope } from '../schemas/envelope';
import {
  ApplicationDetailPayload,
  ApplicationPayload,
  ApplicationRows,
  ApplicationSearchQuery,
  CommentBody,
  CommentPayload,
  FeedbackBody,
  ShortlistBody,
} from '../schemas/applications';
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
import { AppointmentPayload } from '../schemas/appointments';
import { defineRoute } from './defineRoute';

export const searchApplications = defineRoute({
  id: 'searchApplications',
  summary: 'Applications, newest first; `limit=0` answers only the exact total',
  method: 'GET',
  path: '/api/search/application/all',
  access: { level: 'branch' },
  query: ApplicationSearchQuery,
  reply: envelope(ApplicationRows),
  errors: [ERROR_KEYS.notFound],
});

export const putShortlist = defineRoute({
  id: 'putShortlist',
  summary: 'Put an application on the shortlist or take it off; idempotent',
  method: 'PUT',
  path: '/api/job/application/:id/shortlist',
  access: { level: 'branch' },
  params: Type.Object({ id: Id }),
  body: ShortlistBody,
  reply: envelope(ApplicationPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.jobNotActive],
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
  summary: 'An application in full; reading it marks nothing',
  method: 'GET',
  path: '/api/search/application/:id',
  access: { level: 'branch' },
  params: idParams,
  reply: envelope(ApplicationDetailPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getHistory = defineRoute({
  id: 'getHistory',
  summary: 'What was done with an application, newest first, 50 at a time; `before` goes on',
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
  summary: 'A comment on a worker, for the organisation; not for companies',
  method: 'POST',
  path: '/api/job/application-comment',
  access: byStaff,
  body: CommentBody,
  reply: envelope(CommentPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putFeedback = defineRoute({
  id: 'putFeedback',
  summary: 'What came of an appointment: the answers along the chain; what is recorded is locked',
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
  ],
});

export const sendExcel = defineRoute({
  id: 'sendExcel',
  summary: 'The workbook of a job, or of all jobs, by mail',
  method: 'POST',
  path: '/api/job/application/export/excel/send',
  access: { level: 'branch' },
  body: ExcelSendBody,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

export const exportExcel = defineRoute({
  id: 'exportExcel',
  summary: 'The workbook of named applications (a file), or of a query, made in the background (202)',
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
  summary: 'How far an export of the caller is',
  method: 'GET',
  path: '/api/job/application/export/:id',
  access: { level: 'branch' },
  params: exportParams,
  reply: envelope(ExportPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getExportFile = defineRoute({
  id: 'getExportFile',
  summary: 'The workbook of an export that is done',
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
  summary: "An applicant's CV by mail",
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
  summary: "An applicant's CV: base64 in JSON, or the PDF itself by Accept",
  method: 'POST',
  path: '/api/export/pdf/cv',
  access: { level: 'branch' },
  body: CvBody,
  reply: envelope(CvPayload),
  produces: [MEDIA_TYPES.pdf],
  errors: [ERROR_KEYS.notFound],
});
