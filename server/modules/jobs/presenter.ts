import type { JobRow } from '../../../contract/schemas/jobs';
import type { JobRecord } from './repository';

/** The JSON of a row of the job list. */
export const presentJob = (job: JobRecord): JobRow => ({
  id: job.id,
  title: job.title,
  createdAt: job.createdAt,
  openedAt: job.openedAt,
  status: job.status,
  position: { id: job.positionId, name: job.positionName },
  category: { id: job.categoryId, name: job.categoryName },
  user: { id: job.userId, companyName: job.companyName },
  counts: {
    applications: job.applications,
    unreviewed: job.unreviewed,
    shortLists: job.shortLists,
    jobViews: job.jobViews,
  },
});
