import type { JobStatus } from '../../../contract/constants/statuses';
import { Badge } from '../../ui/Badge';
import { T } from '../../ui/text';

/** Only active looks active; closed, draft and deleted count as inactive. Spec 1, point 4. */
export const JobStatusBadge = ({ status }: { status: JobStatus }) => (
  <Badge tone={status === 'active' ? 'success' : 'neutral'} dot={status === 'active'}>
    <T id={`jobs.status.${status}`} />
  </Badge>
);
