import { Type } from 'typebox';
import { ENDED_APPLICATION_KEYS, ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import { Id, IdParams, Nullable } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import * as applications from '../schemas/applications';
import { ApplicationSearchQuery, StagesQuery } from '../schemas/applicationSearch';
import {
  CvBody,
  CvPayload,
  CvSendBody,
  ExcelBody,
  ExcelSendBody,
  ExportIdPayload,
  ExportParams,
  ExportPayload,
} from '../schemas/exports';
import { HistoryEntries, HistoryQuery } from '../schemas/history';
import { AppointmentPayload, FeedbackRemovalBody } from '../schemas/appointments';
import { IDEMPOTENCY_KEYS, defineRoute } from './defineRoute';

export const searchApplications = defineRoute('searchApplications', 'GET /api/search/application/all', {
  summary: 'List applications, newest first; `limit=0` returns only the exact total',
  query: ApplicationSearchQuery,
  /** `next` comes with `sort=need`: the `after` of the next page, null on the last one. */
  reply: Type.Object({
    ...envelope(applications.ApplicationRows).properties,
    next: Type.Optional(Nullable(Type.String())),
  }),
  errors: [ERROR_KEYS.notFound],
});

export const getStages = defineRoute('getStages', 'GET /api/search/application/stages', {
  summary: 'Count the applications of the caller, of a branch or of a job by their stage, with the filters of the list',
  query: StagesQuery,
  reply: envelope(applications.StagesPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putShortlist = defineRoute('putShortlist', 'PUT /api/job/application/:id/shortlist', {
  summary: 'Put an application on the shortlist or remove it; idempotent; takes an Idempotency-Key',
  params: IdParams,
  body: applications.ShortlistBody,
  reply: envelope(applications.ApplicationPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.jobNotActive, ...ENDED_APPLICATION_KEYS, ...IDEMPOTENCY_KEYS],
});

export const putSeen = defineRoute('putSeen', 'PUT /api/job/application/:id/mark-as-seen', {
  summary: 'Mark an application as seen; idempotent',
  params: IdParams,
  reply: envelope(applications.ApplicationPayload),
  errors: [ERROR_KEYS.notFound],
});

const byStaff = { level: 'branch', types: ['branch', 'hr_account', 'root'] } as const;

export const getApplication = defineRoute('getApplication', 'GET /api/search/application/:id', {
  summary: 'Get a whole application without marking it as seen',
  params: IdParams,
  reply: envelope(applications.ApplicationDetailPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getHistory = defineRoute('getHistory', 'GET /api/search/application/:id/history', {
  summary: 'List the history of an application, newest first, 50 at a time; `before` continues it',
  params: IdParams,
  query: HistoryQuery,
  reply: envelope(HistoryEntries),
  errors: [ERROR_KEYS.notFound],
});

export const postComment = defineRoute('postComment', 'POST /api/job/application-comment', {
  summary: 'Add a comment on a worker for the whole organisation; not for companies',
  access: byStaff,
  body: applications.CommentBody,
  reply: envelope(applications.CommentPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putFeedback = defineRoute('putFeedback', 'PUT /api/job/detail/:jobId/application/:id/feedback', {
  summary: 'Record the feedback answers about an appointment; recorded answers are locked',
  params: Type.Object({ jobId: Id, id: Id }),
  body: applications.FeedbackBody,
  reply: envelope(Type.Intersect([applications.ApplicationPayload, AppointmentPayload])),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.feedbackStepSkipped,
    ERROR_KEYS.feedbackLocked,
    ERROR_KEYS.feedbackNoAppointment,
    ERROR_KEYS.appointmentStatusInvalid,
    ...ENDED_APPLICATION_KEYS,
  ],
});

export const deleteFeedback = defineRoute('deleteFeedback', 'DELETE /api/appointment/:id/feedback', {
  summary: 'Remove the last recorded feedback answer; HR and root within 7 days, the others within 15 minutes',
  params: IdParams,
  body: FeedbackRemovalBody,
  /** `wasTold`: the worker was told of the removed answer, and is now told that it was a mistake. */
  reply: envelope(
    Type.Intersect([applications.ApplicationPayload, AppointmentPayload, Type.Object({ wasTold: Type.Boolean() })]),
  ),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.feedbackTooOld, ERROR_KEYS.feedbackFollowed, ...ENDED_APPLICATION_KEYS],
});

export const sendExcel = defineRoute('sendExcel', 'POST /api/job/application/export/excel/send', {
  summary: 'Mail the workbook of a job, or of all jobs',
  body: ExcelSendBody,
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

export const exportExcel = defineRoute('exportExcel', 'POST /api/job/application/export/excel', {
  summary: 'Export named applications as a workbook file, or start a background export of a query (202)',
  body: ExcelBody,
  /** A body of 2,000 whole list rows has about 3 MB. */
  bodyLimit: 4_194_304,
  reply: envelope(ExportIdPayload),
  produces: [MEDIA_TYPES.workbook],
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

export const getExport = defineRoute('getExport', 'GET /api/job/application/export/:id', {
  summary: "Get the progress of the caller's export",
  params: ExportParams,
  reply: envelope(ExportPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getExportFile = defineRoute('getExportFile', 'GET /api/job/application/export/:id/file', {
  summary: 'Get the workbook of a finished export',
  params: ExportParams,
  produces: [MEDIA_TYPES.workbook],
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.exportNotReady],
});

export const sendCv = defineRoute('sendCv', 'POST /api/job/detail/:jobId/export-pdf', {
  summary: "Mail an applicant's CV",
  params: Type.Object({ jobId: Id }),
  body: CvSendBody,
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

export const exportCv = defineRoute('exportCv', 'POST /api/export/pdf/cv', {
  summary: "Get an applicant's CV: base64 in JSON, or the PDF itself by the Accept header",
  body: CvBody,
  reply: envelope(CvPayload),
  produces: [MEDIA_TYPES.pdf],
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});
