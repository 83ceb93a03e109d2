import type { Change } from '../../platform/change';

/** Ids that one event of the dashboards carries; with more it carries none, and the lists load again. */
const IDS_MAX = 50;

interface Owned {
  id: number;
  organisationId: number;
  userId: number;
}

/** Tells the open dashboards which applications were decided, one event for each owner. */
export const notifyDecided = ({ notifyEmployer }: Change, applications: readonly Owned[]): void => {
  const owners = new Map(applications.map(({ userId, organisationId }) => [userId, organisationId]));
  for (const [userId, organisationId] of owners) {
    const owned = applications.filter((one) => one.userId === userId);
    const ids = owned.length > IDS_MAX ? [] : owned.map(({ id }) => id);
    notifyEmployer(organisationId, { type: 'applications', userId, ids, reason: 'decided' });
  }
};
