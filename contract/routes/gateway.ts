import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { Id } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import {
  ApplyBody,
  ExternalId,
  GatewayApplicationPayload,
  GatewayAppointmentBody,
  GatewayAppointmentPayload,
  GatewayAttendanceBody,
  GatewayConfirmBody,
  GatewayEvents,
  GatewayEventsQuery,
  GatewayFirstDayPayload,
  GatewayJobs,
  GatewayJobsQuery,
  GatewayMessagePayload,
  GatewayMessages,
  GatewayMessagesQuery,
  GatewaySendBody,
  GatewayThreads,
  GatewayWorkerPayload,
  RejectBody,
  WorkerBody,
} from '../schemas/gateway';
import { GatewayErasurePayload } from '../schemas/privacy';
import { defineRoute } from './defineRoute';

const idParams = Type.Object({ id: Id });

export const gatewayJobs = defineRoute({
  id: 'gatewayJobs',
  summary: 'List open jobs, nearest first when `near` is given, otherwise newest first',
  method: 'GET',
  path: '/worker-gateway/jobs',
  access: 'gateway',
  query: GatewayJobsQuery,
  reply: envelope(GatewayJobs),
  errors: [],
});

export const gatewayPutWorker = defineRoute({
  id: 'gatewayPutWorker',
  summary: "Create or update a worker's profile",
  method: 'PUT',
  path: '/worker-gateway/workers/:externalId',
  access: 'gateway',
  params: Type.Object({ externalId: ExternalId }),
  body: WorkerBody,
  reply: envelope(GatewayWorkerPayload),
  errors: [],
});

export const gatewayEraseWorker = defineRoute({
  id: 'gatewayEraseWorker',
  summary: "Erase a worker's data in every organisation, and the profile",
  method: 'POST',
  path: '/worker-gateway/workers/:id/erase',
  access: 'gateway',
  params: idParams,
  reply: envelope(GatewayErasurePayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.privacyOpenAppointment, ERROR_KEYS.privacyOnHold],
});

export const gatewayApply = defineRoute({
  id: 'gatewayApply',
  summary: 'Apply for a job; a repeat returns the first application',
  method: 'POST',
  path: '/worker-gateway/jobs/:id/applications',
  access: 'gateway',
  params: idParams,
  body: ApplyBody,
  reply: envelope(GatewayApplicationPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.jobNotActive],
});

export const gatewayReject = defineRoute({
  id: 'gatewayReject',
  summary: 'Reject an application that was withdrawn or refused, and end its open appointment; idempotent',
  method: 'POST',
  path: '/worker-gateway/applications/:id/reject',
  access: 'gateway',
  params: idParams,
  body: RejectBody,
  reply: envelope(GatewayApplicationPayload),
  errors: [ERROR_KEYS.notFound],
});

export const gatewayThreads = defineRoute({
  id: 'gatewayThreads',
  summary: "List a worker's threads",
  method: 'GET',
  path: '/worker-gateway/workers/:id/threads',
  access: 'gateway',
  params: idParams,
  reply: envelope(GatewayThreads),
  errors: [ERROR_KEYS.notFound],
});

export const gatewayMessages = defineRoute({
  id: 'gatewayMessages',
  summary: 'List messages of a thread after a number, oldest first',
  method: 'GET',
  path: '/worker-gateway/threads/:id/messages',
  access: 'gateway',
  params: idParams,
  query: GatewayMessagesQuery,
  reply: envelope(GatewayMessages),
  errors: [ERROR_KEYS.notFound],
});

export const gatewaySend = defineRoute({
  id: 'gatewaySend',
  summary: 'Send a message from the worker; a repeated client_message_id returns the first message',
  method: 'POST',
  path: '/worker-gateway/threads/:id/messages',
  access: 'gateway',
  params: idParams,
  body: GatewaySendBody,
  reply: envelope(GatewayMessagePayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.threadBlocked],
});

export const gatewayAnswerAppointment = defineRoute({
  id: 'gatewayAnswerAppointment',
  summary: "Record the worker's answer to an invitation",
  method: 'PUT',
  path: '/worker-gateway/appointments/:id/status',
  access: 'gateway',
  params: idParams,
  body: GatewayAppointmentBody,
  reply: envelope(GatewayAppointmentPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.appointmentMoved, ERROR_KEYS.appointmentStatusInvalid],
});

export const gatewayAttendance = defineRoute({
  id: 'gatewayAttendance',
  summary:
    'Record whether the worker is coming to an accepted appointment; `cannot` cancels it, and `other_time` also answers an invitation',
  method: 'PUT',
  path: '/worker-gateway/appointments/:id/attendance',
  access: 'gateway',
  params: idParams,
  body: GatewayAttendanceBody,
  reply: envelope(GatewayAppointmentPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.appointmentStatusInvalid, ERROR_KEYS.threadBlocked],
});

export const gatewayConfirmFirstDay = defineRoute({
  id: 'gatewayConfirmFirstDay',
  summary: 'Record that the worker confirms the first day; a repeat changes nothing',
  method: 'PUT',
  path: '/worker-gateway/applications/:id/first-day/confirmation',
  access: 'gateway',
  params: idParams,
  body: GatewayConfirmBody,
  reply: envelope(GatewayFirstDayPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.firstDayMissing, ERROR_KEYS.firstDayRecorded],
});

export const gatewayEvents = defineRoute({
  id: 'gatewayEvents',
  summary: 'List events after `seq` in commit order, without gaps',
  method: 'GET',
  path: '/worker-gateway/events',
  access: 'gateway',
  query: GatewayEventsQuery,
  reply: envelope(GatewayEvents),
  errors: [],
});
