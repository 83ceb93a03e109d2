import type { JobStatus } from '../../../contract/constants/statuses';
import { Badge } from '../../ui/Badge';
import { T } from '../../ui/text';

/** Closed, draft and deleted jobs look inactive: docs/PRODUCT.md#job-status. */
export const JobStatusBadge = ({ status }: { status: JobStatus }) => (
  <Badge tone={status === 'active' ? 'success' : 'neutral'} dot={status === 'active'}>
    <T id={`jobs.status.${status}`} />
  </Badge>
);
