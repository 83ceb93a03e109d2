import type { GatewayEvent } from '../../../contract/schemas/gateway';
import type { Deps } from '../../platform/deps';
import { linksOf } from '../links';
import { listEvents } from './eventRepository';

/**
 * Returns the events after a number, oldest first, with the worker's link where products carry links. A stored event
 * names only the application in `linkOf`, so that no copy of the store holds links.
 */
export const eventsOf = async (deps: Deps, after: number, limit: number): Promise<GatewayEvent[]> => {
  const events = await listEvents(deps.db, after, limit);
  const ids = events.flatMap(({ data: { linkOf } }) => (typeof linkOf === 'number' ? linkOf : []));
  const links = await linksOf(deps.db, deps, [...new Set(ids)]);
  return events.map(({ data: { linkOf, ...data }, ...event }) => {
    const link = links.get(Number(linkOf));
    return { ...event, data: { ...data, ...(link !== undefined && { link }) } };
  });
};
