import { ERROR_KEYS } from '../constants/errorKeys';
import { IdParams } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { JobBody, JobChangeBody, JobChangePayload, JobPayload } from '../schemas/jobForm';
import * as jobLookups from '../schemas/jobLookups';
import { JobCounts, JobRows, JobSearchQuery } from '../schemas/jobs';
import { IDEMPOTENCY_KEYS, defineRoute } from './defineRoute';

export const searchJobs = defineRoute('searchJobs', 'GET /api/search/job', {
  summary: 'List jobs by page; `limit=0` returns only the exact total',
  query: JobSearchQuery,
  reply: envelope(JobRows),
  errors: [ERROR_KEYS.notFound],
});

export const getJobCounts = defineRoute('getJobCounts', 'GET /shared-api/search/job/counts', {
  summary: 'Count the jobs in each status',
  reply: envelope(JobCounts),
});

/** The reasons to refuse a new or changed job. */
const JOB_RULES = [
  ERROR_KEYS.ageRange,
  ERROR_KEYS.salaryRange,
  ERROR_KEYS.workTimeRequired,
  ERROR_KEYS.oneLocationOnly,
  ERROR_KEYS.imageInvalid,
  ERROR_KEYS.imageUploadMissing,
] as const;

export const postJob = defineRoute('postJob', 'POST /api/job', {
  summary:
    'Create a job; a draft needs only a title, and a company without a credit gets a draft. With an Idempotency-Key a repeat returns the first response',
  body: JobBody,
  reply: envelope(JobChangePayload),
  errors: [...JOB_RULES, ERROR_KEYS.notFound, ...IDEMPOTENCY_KEYS, ERROR_KEYS.quotaJobs],
});

export const getJob = defineRoute('getJob', 'GET /api/job/:id', {
  summary: 'Get a whole job',
  params: IdParams,
  reply: envelope(JobPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putJob = defineRoute('putJob', 'PUT /api/job/:id', {
  summary:
    'Change a job; opening it takes a credit of a company and needs what a draft may lack, and deleting it is final',
  params: IdParams,
  body: JobChangeBody,
  reply: envelope(JobChangePayload),
  errors: [
    ...JOB_RULES,
    ERROR_KEYS.notFound,
    ERROR_KEYS.conflict,
    ERROR_KEYS.insufficientBalance,
    ERROR_KEYS.closeReasonRequired,
  ],
});

export const copyJob = defineRoute('copyJob', 'POST /api/job/:id/copy', {
  summary: 'Copy a job without its applicants, as a draft',
  params: IdParams,
  reply: envelope(JobPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.quotaJobs],
});

export const getPositions = defineRoute('getPositions', 'GET /api/job/job-positions/datalist', {
  summary: 'List positions by name, at most 20',
  query: jobLookups.PositionsQuery,
  reply: envelope(jobLookups.Positions),
});

export const getSpokenLanguages = defineRoute('getSpokenLanguages', 'GET /api/job/language', {
  summary: 'List languages that a job may require',
  reply: envelope(jobLookups.SpokenLanguages),
});

export const getTags = defineRoute('getTags', 'GET /api/job/tag', {
  summary: "List benefits, then the organisation's own tags by name",
  reply: envelope(jobLookups.Tags),
});

export const postTag = defineRoute('postTag', 'POST /api/job/tag', {
  summary: 'Add a tag; returns the existing one of that name (folded)',
  body: jobLookups.TagBody,
  reply: envelope(jobLookups.TagPayload),
});

export const getCompanyLocations = defineRoute('getCompanyLocations', 'GET /api/job/company-location', {
  summary: 'List places of work of a branch or of the caller, by name',
  query: jobLookups.CompanyLocationQuery,
  reply: envelope(jobLookups.CompanyLocations),
  errors: [ERROR_KEYS.notFound],
});

export const postCompanyLocation = defineRoute('postCompanyLocation', 'POST /api/job/company-location', {
  summary: 'Add a place of work',
  body: jobLookups.CompanyLocationBody,
  reply: envelope(jobLookups.CompanyLocationPayload),
  errors: [ERROR_KEYS.notFound],
});

export const postJobImage = defineRoute('postJobImage', 'POST /api/job/image', {
  summary: 'Get an address to which the bytes of a cover are PUT',
  body: jobLookups.JobImageBody,
  reply: envelope(jobLookups.JobImagePayload),
  errors: [ERROR_KEYS.tooManyRequests, ERROR_KEYS.quotaUploads, ERROR_KEYS.quotaStorage],
});
