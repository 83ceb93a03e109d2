import type { FastifyInstance } from 'fastify';
import { getMyAppointments } from '../../../contract/routes/appointments';
import { ownerScope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { listMine } from './service';

/** The employer's appointments. */
export const registerAppointments = (app: FastifyInstance, deps: Deps): void => {
  route(app, getMyAppointments, ({ user, query }) => listMine(deps, ownerScope(user), query));
};
