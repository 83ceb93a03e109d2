import type { JobRow } from '../../domains/jobs';
import { T } from '../../ui/text';

/** How many of the wanted people a job has; nothing for a job without a wanted number. */
export const Hired = ({
  job: { hired = 0, hiresWanted },
  className,
}: {
  job: JobRow;
  className: string | undefined;
}) =>
  hiresWanted == null ? null : (
    <span className={className}>
      <T id="jobs.hired" values={{ hired, wanted: hiresWanted, isOver: hired > hiresWanted ? 'yes' : 'no' }} />
    </span>
  );
