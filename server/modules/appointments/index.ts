import type { FastifyInstance } from 'fastify';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import * as contract from '../../../contract/routes/appointments';
import type { Deps } from '../../platform/deps';
import { matchesEtag } from '../../platform/http/headers';
import { route } from '../../platform/http/route';
import { endFeed, getFeed, makeFeed, readFeed, calendarFile } from './calendarService';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import { createAppointment, putStatus } from './bookingService';
import { moveAppointment } from './moveService';
import { listMine, listOfApplications, listOfJob } from './service';
import { recordWorkerFeedback } from './attendanceService';

export * from './listRepository';
export * from './attendanceService';
export * from './repository';
export * from './calendarService';
export * from './bookingService';
export * from './service';
export * from './removalService';
export * from './rules';

const registerFeeds = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getCalendarFeed, async ({ user }) => ({ payload: await getFeed(deps, user) }));

  route(app, contract.postCalendarFeed, async ({ user, requestId }) => ({
    payload: await makeFeed(deps, user, requestId),
  }));

  route(app, contract.deleteCalendarFeed, async ({ user, requestId }) => ({
    payload: await endFeed(deps, user, requestId),
  }));

  app.get<{ Params: { token: string } }>('/calendar/:token.ics', async (request, reply) => {
    const { content, etag } = await readFeed(deps, request.params.token);
    void reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (matchesEtag(request.headers['if-none-match'] ?? '', etag)) return reply.status(304).send();
    return reply.type(`${MEDIA_TYPES.calendar}; charset=utf-8`).send(content);
  });
};

/** Adds the row of a declined application to a 409. The module `applications` provides it. */
type WithDeclinedRow = <T>(deps: Deps, user: AuthUser, work: () => Promise<T>) => Promise<T>;

export const registerAppointments = (app: FastifyInstance, deps: Deps & { withDeclinedRow: WithDeclinedRow }): void => {
  route(app, contract.getMyAppointments, ({ user, query }) => listMine(deps, ownerScope(user), query));

  route(app, contract.getJobAppointments, async ({ user, params, query }) => ({
    payload: await listOfJob(deps, ownerScope(user), params.jobId, query),
  }));

  route(app, contract.findApplicationAppointments, async ({ user, body: { applicationIds, ...options } }) => ({
    payload: await listOfApplications(deps, ownerScope(user), applicationIds, options),
  }));

  route(app, contract.findOneApplicationAppointments, async ({ user, params, body }) => ({
    payload: await listOfApplications(deps, ownerScope(user), [params.id], body),
  }));

  route(app, contract.postAppointment, async ({ user, requestId, body, request }) => {
    const key = request.headers['idempotency-key'];
    const create = () => createAppointment(deps, user, requestId, key, body);
    return { payload: { appointment: await deps.withDeclinedRow(deps, user, create) } };
  });

  route(app, contract.putAppointmentTime, async ({ user, requestId, params, body }) => ({
    payload: { appointment: await moveAppointment(deps, user, requestId, params.id, body) },
  }));

  route(app, contract.putAppointmentStatus, async ({ user, requestId, params, body }) => ({
    payload: { appointment: await putStatus(deps, user, requestId, params.id, body.status) },
  }));

  route(app, contract.postAppointmentFeedback, async ({ user, requestId, body }) => ({
    payload: { appointment: await recordWorkerFeedback(deps, user, requestId, body) },
  }));

  route(app, contract.getAppointmentCalendar, async ({ user, params, language }) => ({
    file: await calendarFile(deps, ownerScope(user), params.id, language),
  }));

  registerFeeds(app, deps);
};
