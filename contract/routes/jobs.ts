import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { Id } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { JobBody, JobChangeBody, JobChangePayload, JobPayload } from '../schemas/jobForm';
import {
  CompanyLocationBody,
  CompanyLocationPayload,
  CompanyLocationQuery,
  CompanyLocations,
  JobImageBody,
  JobImagePayload,
  Positions,
  PositionsQuery,
  SpokenLanguages,
  TagBody,
  TagPayload,
  Tags,
} from '../schemas/jobLookups';
import { JobCounts, JobRows, JobSearchQuery } from '../schemas/jobs';
import { defineRoute } from './defineRoute';

const byBranch = { level: 'branch' } as const;
const idParams = Type.Object({ id: Id });

export const searchJobs = defineRoute({
  id: 'searchJobs',
  summary: 'List jobs by page; `limit=0` returns only the exact total',
  method: 'GET',
  path: '/api/search/job',
  access: byBranch,
  query: JobSearchQuery,
  reply: envelope(JobRows),
  errors: [ERROR_KEYS.notFound],
});

export const getJobCounts = defineRoute({
  id: 'getJobCounts',
  summary: 'Count the jobs in each status',
  method: 'GET',
  path: '/shared-api/search/job/counts',
  access: byBranch,
  reply: envelope(JobCounts),
  errors: [],
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

export const postJob = defineRoute({
  id: 'postJob',
  summary:
    'Create a job; a draft needs only a title, and a company without a credit gets a draft. With an Idempotency-Key a repeat returns the first response',
  method: 'POST',
  path: '/api/job',
  access: byBranch,
  body: JobBody,
  reply: envelope(JobChangePayload),
  errors: [
    ...JOB_RULES,
    ERROR_KEYS.notFound,
    ERROR_KEYS.idempotencyMismatch,
    ERROR_KEYS.idempotencyInFlight,
    ERROR_KEYS.quotaJobs,
  ],
});

export const getJob = defineRoute({
  id: 'getJob',
  summary: 'Get a whole job',
  method: 'GET',
  path: '/api/job/:id',
  access: byBranch,
  params: idParams,
  reply: envelope(JobPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putJob = defineRoute({
  id: 'putJob',
  summary:
    'Change a job; opening it takes a credit of a company and needs what a draft may lack, and deleting it is final',
  method: 'PUT',
  path: '/api/job/:id',
  access: byBranch,
  params: idParams,
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

export const copyJob = defineRoute({
  id: 'copyJob',
  summary: 'Copy a job without its applicants, as a draft',
  method: 'POST',
  path: '/api/job/:id/copy',
  access: byBranch,
  params: idParams,
  reply: envelope(JobPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.quotaJobs],
});

export const getPositions = defineRoute({
  id: 'getPositions',
  summary: 'List positions by name, at most 20',
  method: 'GET',
  path: '/api/job/job-positions/datalist',
  access: byBranch,
  query: PositionsQuery,
  reply: envelope(Positions),
  errors: [],
});

export const getSpokenLanguages = defineRoute({
  id: 'getSpokenLanguages',
  summary: 'List languages that a job may require',
  method: 'GET',
  path: '/api/job/language',
  access: byBranch,
  reply: envelope(SpokenLanguages),
  errors: [],
});

export const getTags = defineRoute({
  id: 'getTags',
  summary: "List benefits, then the organisation's own tags by name",
  method: 'GET',
  path: '/api/job/tag',
  access: byBranch,
  reply: envelope(Tags),
  errors: [],
});

export const postTag = defineRoute({
  id: 'postTag',
  summary: 'Add a tag; returns the existing one of that name (folded)',
  method: 'POST',
  path: '/api/job/tag',
  access: byBranch,
  body: TagBody,
  reply: envelope(TagPayload),
  errors: [],
});

export const getCompanyLocations = defineRoute({
  id: 'getCompanyLocations',
  summary: 'List places of work of a branch or of the caller, by name',
  method: 'GET',
  path: '/api/job/company-location',
  access: byBranch,
  query: CompanyLocationQuery,
  reply: envelope(CompanyLocations),
  errors: [ERROR_KEYS.notFound],
});

export const postCompanyLocation = defineRoute({
  id: 'postCompanyLocation',
  summary: 'Add a place of work',
  method: 'POST',
  path: '/api/job/company-location',
  access: byBranch,
  body: CompanyLocationBody,
  reply: envelope(CompanyLocationPayload),
  errors: [ERROR_KEYS.notFound],
});

export const postJobImage = defineRoute({
  id: 'postJobImage',
  summary: 'Get an address to which the bytes of a cover are PUT',
  method: 'POST',
  path: '/api/job/image',
  access: byBranch,
  body: JobImageBody,
  reply: envelope(JobImagePayload),
  errors: [ERROR_KEYS.tooManyRequests, ERROR_KEYS.quotaUploads, ERROR_KEYS.quotaStorage],
});
