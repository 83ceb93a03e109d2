import { useState } from 'react';
import { Button, IconButton } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazyPart';
import { useText } from '../../ui/text';

// Few visits open it, so its code does not delay the list.
const CalendarFeedDialog = lazyDialog(async () => (await import('./CalendarFeedDialog')).CalendarFeedDialog);

/** Opens the dialog about the user's calendar feed. */
export const CalendarFeedButton = ({
  isIcon = false,
  look = 'secondary',
}: {
  isIcon?: boolean;
  look?: 'secondary' | 'quiet';
}) => {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {isIcon ? (
        <IconButton icon="calendar" label={t('calendarFeed.open')} onClick={() => setIsOpen(true)} />
      ) : (
        <Button small look={look} icon="calendar" onClick={() => setIsOpen(true)}>
          {t('calendarFeed.open')}
        </Button>
      )}
      {isOpen && <CalendarFeedDialog onClose={() => setIsOpen(false)} />}
    </>
  );
};
