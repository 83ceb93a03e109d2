import { Link } from 'react-router-dom';
import type { ApplicationDetail } from '../../domains/applications';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/Badge';
import { useText } from '../../ui/text';

/** Applications of the same phone number by the other way, with a link where the user may open them. */
export const AlsoApplied = ({ others }: { others: ApplicationDetail['alsoApplied'] }) => {
  const t = useText();
  return (
    <>
      {others.map(({ applicationId, jobId, jobTitle, by, canOpen }) => {
        const text = t(`applicant.also.${by}`, { job: jobTitle });
        return (
          <Badge key={applicationId} tone="warning">
            {canOpen ? <Link to={paths.jobDetail(jobId, applicationId)}>{text}</Link> : text}
          </Badge>
        );
      })}
    </>
  );
};
