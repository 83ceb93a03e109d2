import { envelope } from '../schemas/envelope';
import { BranchJobCounts } from '../schemas/organisation';
import { defineRoute } from './defineRoute';

export const getBranchJobCounts = defineRoute({
  id: 'getBranchJobCounts',
  summary: 'The branches with their numbers of active jobs, by name',
  method: 'GET',
  path: '/api/branch-accounts/active-job-counts',
  access: { level: 'hr_account' },
  reply: envelope(BranchJobCounts),
  errors: [],
});
