import { selectApplications } from '../../domains/applications';
import { useFields } from '../../store/hooks';
import { LinkButton } from '../../ui/LinkButton';
import { T } from '../../ui/text';

/**
 * The number of declined applications, a link to their list. It is above the rows, because an endless list keeps pushing
 * its end away from the focus.
 */
export const DeclinedLink = ({ onOpen }: { onOpen: () => void }) => {
  const { declined } = useFields(selectApplications, 'declined');
  if (declined.status !== 'loaded' || declined.data === 0) return null;
  return (
    <LinkButton onClick={onOpen}>
      <T id="applications.declined" values={{ count: declined.data }} />
    </LinkButton>
  );
};
