import { EmptyState } from '../../ui/State';
import { T } from '../../ui/text';
import { WIDE, useMedia } from '../../ui/useMedia';

/** What stands beside the list while nobody is chosen. */
export const NobodyChosen = () =>
  useMedia(WIDE) ? (
    <EmptyState icon="profile" title={<T id="applicant.none.title" />} text={<T id="applicant.none.text" />} />
  ) : null;
