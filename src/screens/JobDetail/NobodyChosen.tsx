import { EmptyState } from '../../ui/State';
import { T } from '../../ui/text';
import { WIDE, useMedia } from '../../ui/useMedia';

/** The hint beside the list while no applicant is open. */
export const NobodyChosen = () =>
  useMedia(WIDE) ? (
    <EmptyState icon="profile" title={<T id="applicant.none.title" />} text={<T id="applicant.none.text" />} />
  ) : null;
