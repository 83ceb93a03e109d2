import type { Change } from '../../platform/change';

/** The most ids in one event for the dashboards. An event about more has none, and the lists load again. */
const IDS_MAX = 50;

interface Owned {
  id: number;
  organisationId: number;
  userId: number;
}

const notifyOwners =
  (reason: 'decided' | 'need') =>
  ({ notifyEmployer }: Change, applications: readonly Owned[]): void => {
    const owners = new Map(applications.map(({ userId, organisationId }) => [userId, organisationId]));
    for (const [userId, organisationId] of owners) {
      const owned = applications.filter((one) => one.userId === userId);
      const ids = owned.length > IDS_MAX ? [] : owned.map(({ id }) => id);
      notifyEmployer(organisationId, { type: 'applications', userId, ids, reason });
    }
  };

/** Tells the open dashboards which applications were decided, one event for each owner. */
export const notifyDecided = notifyOwners('decided');

/** Tells the open dashboards whose needs changed, one event for each owner. */
export const notifyNeeds = notifyOwners('need');
