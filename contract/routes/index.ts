import * as account from './account';
import * as applications from './applications';
import * as appointments from './appointments';
import * as decisions from './decisions';
import * as publicPage from './publicPage';
import * as firstDay from './firstDay';
import * as commerce from './commerce';
import * as chat from './chat';
import * as gateway from './gateway';
import * as jobs from './jobs';
import * as organisation from './organisation';
import * as privacy from './privacy';
import * as product from './product';
import * as reference from './reference';
import * as session from './session';
import * as today from './today';
import * as views from './views';
import { ERROR_KEYS, type ErrorKey } from '../constants/errorKeys';
import type { RouteContract } from './defineRoute';

/** The endpoints that the dashboard calls, by id. The typed client (calls.ts) reads their types. */
export const DASHBOARD_ROUTES = {
  ...session,
  ...account,
  ...reference,
  ...organisation,
  ...product,
  ...jobs,
  ...applications,
  ...appointments,
  ...decisions,
  ...publicPage,
  ...firstDay,
  ...commerce,
  ...chat,
  ...privacy,
  ...today,
  ...views,
};

/** Every endpoint of the wire. */
export const ROUTES: readonly RouteContract[] = [...Object.values(DASHBOARD_ROUTES), ...Object.values(gateway)];

/** Returns every error key of a route: its own keys and those that follow from its access and inputs. */
export const errorKeysOf = (route: RouteContract): ErrorKey[] => {
  const keys = new Set<ErrorKey>(route.errors);
  if (route.access !== 'public') keys.add(ERROR_KEYS.unauthorized);
  const { access } = route;
  if (typeof access === 'object' && (access.level !== 'branch' || access.types)) keys.add(ERROR_KEYS.forbidden);
  if (route.params || route.query || route.body) keys.add(ERROR_KEYS.invalid);
  return [...keys];
};
