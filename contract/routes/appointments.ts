import { Type } from 'typebox';
import { ENDED_APPLICATION_KEYS, ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import * as appointments from '../schemas/appointments';
import { Id, IdParams } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { IDEMPOTENCY_KEYS, defineRoute } from './defineRoute';

export const getMyAppointments = defineRoute('getMyAppointments', 'GET /api/appointment/me', {
  summary:
    'List appointments: upcoming ones soonest first, then past ones latest first; `limit=0` returns only the exact total',
  query: appointments.AppointmentListQuery,
  reply: envelope(appointments.Appointments),
  errors: [ERROR_KEYS.notFound],
});

export const postAppointment = defineRoute('postAppointment', 'POST /api/appointment', {
  summary: 'Invite a shortlisted applicant; takes an Idempotency-Key',
  body: appointments.AppointmentBody,
  reply: envelope(appointments.AppointmentPayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.appointmentDate,
    ...ENDED_APPLICATION_KEYS,
    ERROR_KEYS.appointmentNotShortlisted,
    ERROR_KEYS.appointmentOverlap,
    ERROR_KEYS.appointmentExists,
    ...IDEMPOTENCY_KEYS,
  ],
});

export const getJobAppointments = defineRoute('getJobAppointments', 'GET /api/appointment/job/:jobId', {
  summary: "List a job's appointments, soonest first",
  params: Type.Object({ jobId: Id }),
  query: appointments.JobAppointmentsQuery,
  reply: envelope(appointments.Appointments),
  errors: [ERROR_KEYS.notFound],
});

export const findApplicationAppointments = defineRoute(
  'findApplicationAppointments',
  'POST /api/appointment/application',
  {
    summary: 'List appointments of some applications, soonest first',
    body: appointments.ApplicationAppointmentsBody,
    reply: envelope(appointments.Appointments),
    errors: [ERROR_KEYS.notFound],
  },
);

export const findOneApplicationAppointments = defineRoute(
  'findOneApplicationAppointments',
  'POST /api/appointment/application/:id',
  {
    summary: 'List appointments of one application, soonest first',
    params: IdParams,
    body: appointments.OneApplicationAppointmentsBody,
    reply: envelope(appointments.Appointments),
    errors: [ERROR_KEYS.notFound],
  },
);

export const putAppointmentTime = defineRoute('putAppointmentTime', 'PUT /api/appointment/:id/time', {
  summary: 'Change the time of an open appointment, which the worker then accepts again; the same time changes nothing',
  params: IdParams,
  body: appointments.AppointmentTimeBody,
  reply: envelope(appointments.AppointmentPayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.appointmentDate,
    ERROR_KEYS.appointmentStatusInvalid,
    ERROR_KEYS.appointmentMoved,
    ERROR_KEYS.appointmentOverlap,
    ERROR_KEYS.tooManyRequests,
  ],
});

export const putAppointmentStatus = defineRoute('putAppointmentStatus', 'PUT /api/appointment/:id/status', {
  summary: 'Cancel an appointment (`cancelled`) or reset it (`none`)',
  params: IdParams,
  body: appointments.AppointmentStatusBody,
  reply: envelope(appointments.AppointmentChangePayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.appointmentStatusInvalid],
});

export const postAppointmentFeedback = defineRoute('postAppointmentFeedback', 'POST /api/appointment/feedback', {
  summary: 'Record whether the worker came, with a comment',
  body: appointments.AppointmentFeedbackBody,
  reply: envelope(appointments.AppointmentPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.feedbackLocked, ERROR_KEYS.appointmentStatusInvalid],
});

export const getAppointmentCalendar = defineRoute('getAppointmentCalendar', 'GET /api/appointment/:id.ics', {
  summary: 'Get an appointment as an iCalendar file',
  params: IdParams,
  produces: [MEDIA_TYPES.calendar],
  errors: [ERROR_KEYS.notFound],
});

export const getCalendarFeed = defineRoute('getCalendarFeed', 'GET /api/appointment/feed', {
  summary: "Tell whether the caller's appointments have a calendar feed",
  reply: envelope(appointments.CalendarFeedPayload),
});

export const postCalendarFeed = defineRoute('postCalendarFeed', 'POST /api/appointment/feed', {
  summary: "Make a calendar feed of the caller's appointments, which ends an earlier one; its address is shown once",
  reply: envelope(appointments.NewCalendarFeedPayload),
});

export const deleteCalendarFeed = defineRoute('deleteCalendarFeed', 'DELETE /api/appointment/feed', {
  summary: "End the caller's calendar feed",
  reply: envelope(appointments.CalendarFeedPayload),
});
