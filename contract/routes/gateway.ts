import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { IdParams } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import * as gateway from '../schemas/gateway';
import { GatewayErasurePayload } from '../schemas/privacy';
import { defineRoute } from './defineRoute';

export const gatewayJobs = defineRoute('gatewayJobs', 'GET /worker-gateway/jobs', {
  summary: 'List open jobs, nearest first when `near` is given, otherwise newest first',
  access: 'gateway',
  query: gateway.GatewayJobsQuery,
  reply: envelope(gateway.GatewayJobs),
});

export const gatewayPutWorker = defineRoute('gatewayPutWorker', 'PUT /worker-gateway/workers/:externalId', {
  summary: "Create or update a worker's profile",
  access: 'gateway',
  params: Type.Object({ externalId: gateway.ExternalId }),
  body: gateway.WorkerBody,
  reply: envelope(gateway.GatewayWorkerPayload),
});

export const gatewayEraseWorker = defineRoute('gatewayEraseWorker', 'POST /worker-gateway/workers/:id/erase', {
  summary: "Erase a worker's data in every organisation, and the profile",
  access: 'gateway',
  params: IdParams,
  reply: envelope(GatewayErasurePayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.privacyOpenAppointment, ERROR_KEYS.privacyOnHold],
});

export const gatewayApply = defineRoute('gatewayApply', 'POST /worker-gateway/jobs/:id/applications', {
  summary: 'Apply for a job; a repeat returns the first application',
  access: 'gateway',
  params: IdParams,
  body: gateway.ApplyBody,
  reply: envelope(gateway.GatewayApplicationPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.jobNotActive],
});

export const gatewayReject = defineRoute('gatewayReject', 'POST /worker-gateway/applications/:id/reject', {
  summary: 'Reject an application that was withdrawn or refused, and end its open appointment; idempotent',
  access: 'gateway',
  params: IdParams,
  body: gateway.RejectBody,
  reply: envelope(gateway.GatewayApplicationPayload),
  errors: [ERROR_KEYS.notFound],
});

export const gatewayThreads = defineRoute('gatewayThreads', 'GET /worker-gateway/workers/:id/threads', {
  summary: "List a worker's threads",
  access: 'gateway',
  params: IdParams,
  reply: envelope(gateway.GatewayThreads),
  errors: [ERROR_KEYS.notFound],
});

export const gatewayMessages = defineRoute('gatewayMessages', 'GET /worker-gateway/threads/:id/messages', {
  summary: 'List messages of a thread after a number, oldest first',
  access: 'gateway',
  params: IdParams,
  query: gateway.GatewayMessagesQuery,
  reply: envelope(gateway.GatewayMessages),
  errors: [ERROR_KEYS.notFound],
});

export const gatewaySend = defineRoute('gatewaySend', 'POST /worker-gateway/threads/:id/messages', {
  summary: 'Send a message from the worker; a repeated client_message_id returns the first message',
  access: 'gateway',
  params: IdParams,
  body: gateway.GatewaySendBody,
  reply: envelope(gateway.GatewayMessagePayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.threadBlocked],
});

export const gatewayAnswerAppointment = defineRoute(
  'gatewayAnswerAppointment',
  'PUT /worker-gateway/appointments/:id/status',
  {
    summary: "Record the worker's answer to an invitation",
    access: 'gateway',
    params: IdParams,
    body: gateway.GatewayAppointmentBody,
    reply: envelope(gateway.GatewayAppointmentPayload),
    errors: [ERROR_KEYS.notFound, ERROR_KEYS.appointmentMoved, ERROR_KEYS.appointmentStatusInvalid],
  },
);

export const gatewayAttendance = defineRoute('gatewayAttendance', 'PUT /worker-gateway/appointments/:id/attendance', {
  summary:
    'Record whether the worker is coming to an accepted appointment; `cannot` cancels it, and `other_time` also answers an invitation',
  access: 'gateway',
  params: IdParams,
  body: gateway.GatewayAttendanceBody,
  reply: envelope(gateway.GatewayAppointmentPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.appointmentStatusInvalid, ERROR_KEYS.threadBlocked],
});

export const gatewayConfirmFirstDay = defineRoute(
  'gatewayConfirmFirstDay',
  'PUT /worker-gateway/applications/:id/first-day/confirmation',
  {
    summary: 'Record that the worker confirms the first day; a repeat changes nothing',
    access: 'gateway',
    params: IdParams,
    body: gateway.GatewayConfirmBody,
    reply: envelope(gateway.GatewayFirstDayPayload),
    errors: [ERROR_KEYS.notFound, ERROR_KEYS.firstDayMissing, ERROR_KEYS.firstDayRecorded],
  },
);

export const gatewayEvents = defineRoute('gatewayEvents', 'GET /worker-gateway/events', {
  summary: 'List events after `seq` in commit order, without gaps',
  access: 'gateway',
  query: gateway.GatewayEventsQuery,
  reply: envelope(gateway.GatewayEvents),
});
