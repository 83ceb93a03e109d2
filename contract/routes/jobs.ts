import { ERROR_KEYS } from '../constants/errorKeys';
import { envelope } from '../schemas/envelope';
import { JobCounts, JobRows, JobSearchQuery } from '../schemas/jobs';
import { defineRoute } from './defineRoute';

export const searchJobs = defineRoute({
  id: 'searchJobs',
  summary: 'Jobs, a page at a time; `limit=0` answers only the exact total',
  method: 'GET',
  path: '/api/search/job',
  access: { level: 'branch' },
  query: JobSearchQuery,
  reply: envelope(JobRows),
  errors: [ERROR_KEYS.notFound],
});

export const getJobCounts = defineRoute({
  id: 'getJobCounts',
  summary: 'How many jobs there are in each status',
  method: 'GET',
  path: '/shared-api/search/job/counts',
  access: { level: 'branch' },
  reply: envelope(JobCounts),
  errors: [],
});
