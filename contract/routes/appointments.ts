import { Type } from 'typebox';
import { ENDED_APPLICATION_KEYS, ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import {
  ApplicationAppointmentsBody,
  AppointmentBody,
  AppointmentChangePayload,
  AppointmentFeedbackBody,
  AppointmentListQuery,
  AppointmentPayload,
  Appointments,
  AppointmentStatusBody,
  AppointmentTimeBody,
  CalendarFeedPayload,
  JobAppointmentsQuery,
  NewCalendarFeedPayload,
  OneApplicationAppointmentsBody,
} from '../schemas/appointments';
import { Id } from '../schemas/common';
import { NoPayload, envelope } from '../schemas/envelope';
import { defineRoute } from './defineRoute';

export const getMyAppointments = defineRoute({
  id: 'getMyAppointments',
  summary:
    'List appointments: upcoming ones soonest first, then past ones latest first; `limit=0` returns only the exact total',
  method: 'GET',
  path: '/api/appointment/me',
  access: { level: 'branch' },
  query: AppointmentListQuery,
  reply: envelope(Appointments),
  errors: [ERROR_KEYS.notFound],
});

const idParams = Type.Object({ id: Id });

export const postAppointment = defineRoute({
  id: 'postAppointment',
  summary: 'Invite a shortlisted applicant; takes an Idempotency-Key',
  method: 'POST',
  path: '/api/appointment',
  access: { level: 'branch' },
  body: AppointmentBody,
  reply: envelope(AppointmentPayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.appointmentDate,
    ...ENDED_APPLICATION_KEYS,
    ERROR_KEYS.appointmentNotShortlisted,
    ERROR_KEYS.appointmentOverlap,
    ERROR_KEYS.appointmentExists,
    ERROR_KEYS.idempotencyMismatch,
    ERROR_KEYS.idempotencyInFlight,
  ],
});

export const getJobAppointments = defineRoute({
  id: 'getJobAppointments',
  summary: "List a job's appointments, soonest first",
  method: 'GET',
  path: '/api/appointment/job/:jobId',
  access: { level: 'branch' },
  params: Type.Object({ jobId: Id }),
  query: JobAppointmentsQuery,
  reply: envelope(Appointments),
  errors: [ERROR_KEYS.notFound],
});

export const findApplicationAppointments = defineRoute({
  id: 'findApplicationAppointments',
  summary: 'List appointments of some applications, soonest first',
  method: 'POST',
  path: '/api/appointment/application',
  access: { level: 'branch' },
  body: ApplicationAppointmentsBody,
  reply: envelope(Appointments),
  errors: [ERROR_KEYS.notFound],
});

export const findOneApplicationAppointments = defineRoute({
  id: 'findOneApplicationAppointments',
  summary: 'List appointments of one application, soonest first',
  method: 'POST',
  path: '/api/appointment/application/:id',
  access: { level: 'branch' },
  params: idParams,
  body: OneApplicationAppointmentsBody,
  reply: envelope(Appointments),
  errors: [ERROR_KEYS.notFound],
});

export const putAppointmentTime = defineRoute({
  id: 'putAppointmentTime',
  summary: 'Change the time of an open appointment, which the worker then accepts again; the same time changes nothing',
  method: 'PUT',
  path: '/api/appointment/:id/time',
  access: { level: 'branch' },
  params: idParams,
  body: AppointmentTimeBody,
  reply: envelope(AppointmentPayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.appointmentDate,
    ERROR_KEYS.appointmentStatusInvalid,
    ERROR_KEYS.appointmentMoved,
    ERROR_KEYS.appointmentOverlap,
    ERROR_KEYS.tooManyRequests,
  ],
});

export const putAppointmentStatus = defineRoute({
  id: 'putAppointmentStatus',
  summary: 'Cancel an appointment (`cancelled`) or reset it (`none`)',
  method: 'PUT',
  path: '/api/appointment/:id/status',
  access: { level: 'branch' },
  params: idParams,
  body: AppointmentStatusBody,
  reply: envelope(AppointmentChangePayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.appointmentStatusInvalid],
});

export const postAppointmentFeedback = defineRoute({
  id: 'postAppointmentFeedback',
  summary: 'Record whether the worker came, with a comment',
  method: 'POST',
  path: '/api/appointment/feedback',
  access: { level: 'branch' },
  body: AppointmentFeedbackBody,
  reply: envelope(AppointmentPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.feedbackLocked, ERROR_KEYS.appointmentStatusInvalid],
});

export const getAppointmentCalendar = defineRoute({
  id: 'getAppointmentCalendar',
  summary: 'Get an appointment as an iCalendar file',
  method: 'GET',
  path: '/api/appointment/:id.ics',
  access: { level: 'branch' },
  params: Type.Object({ id: Id }),
  reply: envelope(NoPayload),
  produces: [MEDIA_TYPES.calendar],
  errors: [ERROR_KEYS.notFound],
});

const feed = { path: '/api/appointment/feed', access: { level: 'branch' }, errors: [] } as const;

export const getCalendarFeed = defineRoute({
  id: 'getCalendarFeed',
  summary: "Tell whether the caller's appointments have a calendar feed",
  method: 'GET',
  reply: envelope(CalendarFeedPayload),
  ...feed,
});

export const postCalendarFeed = defineRoute({
  id: 'postCalendarFeed',
  summary: "Make a calendar feed of the caller's appointments, which ends an earlier one; its address is shown once",
  method: 'POST',
  reply: envelope(NewCalendarFeedPayload),
  ...feed,
});

export const deleteCalendarFeed = defineRoute({
  id: 'deleteCalendarFeed',
  summary: "End the caller's calendar feed",
  method: 'DELETE',
  reply: envelope(CalendarFeedPayload),
  ...feed,
});
