import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/gateway';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { GatewayAppointmentBody } from '../../../contract/schemas/gateway';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { answerAsWorker, recordAttendance } from '../appointments';
import { withdrawAsWorker } from '../decisions';
import { confirmFirstDay } from '../hires';
import { eraseEverywhere } from '../privacy';
import { eventsOf, messagesOf, putWorker } from './service';
import * as service from './service';

const EVENTS_DEFAULT = 100;

const ANSWERS: Record<GatewayAppointmentBody['status'], AppointmentStatus> = {
  active: 'ACTIVE',
  rejected: 'REJECTED',
  applicant_cancelled: 'APPLICANT_CANCELLED',
};

/** Registers the routes of the workers' product. See docs/API.md#gateway. */
export const registerGateway = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.gatewayJobs, ({ query }) => service.searchOpenJobs(deps, query));

  route(app, contract.gatewayPutWorker, async ({ params, body }) => ({
    payload: { worker: await putWorker(deps, params.externalId, body) },
  }));

  route(app, contract.gatewayEraseWorker, async ({ params }) => ({
    payload: { organisations: await eraseEverywhere(deps, params.id) },
  }));

  route(app, contract.gatewayApply, async ({ params, body }) => ({
    payload: { application: await service.apply(deps, params.id, body.workerId) },
  }));

  route(app, contract.gatewayReject, async ({ params, body }) => ({
    payload: { application: await withdrawAsWorker(deps, params.id, body) },
  }));

  route(app, contract.gatewayThreads, async ({ params }) => ({ payload: await service.threadsOf(deps, params.id) }));

  route(app, contract.gatewayMessages, async ({ params, query }) => ({
    payload: await messagesOf(deps, params.id, query.workerId, query.after ?? 0),
  }));

  route(app, contract.gatewaySend, async ({ params, body }) => ({
    payload: { message: await service.send(deps, params.id, body) },
  }));

  route(app, contract.gatewayAnswerAppointment, async ({ params, body }) => ({
    payload: {
      appointment: await answerAsWorker(
        deps,
        params.id,
        body.workerId,
        ANSWERS[body.status],
        body.startAt === undefined ? undefined : { startAt: Date.parse(body.startAt) },
      ),
    },
  }));

  route(app, contract.gatewayAttendance, async ({ params, body }) => ({
    payload: { appointment: await recordAttendance(deps, { ...body, appointmentId: params.id }) },
  }));

  route(app, contract.gatewayConfirmFirstDay, async ({ params, body }) => ({
    payload: { firstDay: await confirmFirstDay(deps, { applicationId: params.id, workerId: body.workerId }) },
  }));

  route(app, contract.gatewayEvents, async ({ query }) => ({
    payload: await eventsOf(deps, query.after ?? 0, query.limit ?? EVENTS_DEFAULT),
  }));
};
