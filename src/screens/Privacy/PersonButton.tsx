import { fullName } from '../../../contract/constants/text';
import type { MessageId } from '../../lib/intl';
import { Button } from '../../ui/Button';
import type { IconName } from '../../ui/icons';
import { useText } from '../../ui/text';

interface PersonButtonProps {
  person: { firstName: string; lastName: string };
  textId: MessageId;
  icon: IconName;
  look?: 'secondary' | 'quiet';
  busy?: boolean;
  onClick: () => void;
}

/** A button whose accessible name says, after its visible text, whose data it is about. */
export const PersonButton = ({ person, textId, ...rest }: PersonButtonProps) => {
  const t = useText();
  const action = t(textId);
  return (
    <Button small {...rest} aria-label={t('agenda.of', { action, name: fullName(person) })}>
      {action}
    </Button>
  );
};
