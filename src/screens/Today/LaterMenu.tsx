import { useState } from 'react';
import { selectIsTodayPending, snoozesAt, snoozeSubmitted, type NeedRow } from '../../domains/today';
import { formatTime } from '../../lib/dates';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { IconButton } from '../../ui/Button';
import { Menu, MenuAction } from '../../ui/Menu';
import { useText } from '../../ui/text';

const Choices = ({ row, name }: LaterMenuProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const [now] = useState(serverNow);
  return snoozesAt(now, readSettings().timeZone).map(({ snooze, until }) => {
    const iso = new Date(until).toISOString();
    const put = () => void dispatch(snoozeSubmitted({ applicationId: row.id, name, until: iso }));
    return (
      <MenuAction key={snooze} icon="clock" onChoose={put}>
        {t(`today.later.${snooze}`, { time: formatTime(iso) })}
      </MenuAction>
    );
  });
};

interface LaterMenuProps {
  row: NeedRow;
  name: string;
}

/** Puts a row off until a time that the user chooses. */
export const LaterMenu = ({ row, name }: LaterMenuProps) => {
  const t = useText();
  const isPending = useAppSelector(selectIsTodayPending(row.id));
  return (
    <Menu
      trigger={
        <IconButton icon="clock" small aria-busy={isPending || undefined} label={t('today.later.of', { name })} />
      }
    >
      <Choices row={row} name={name} />
    </Menu>
  );
};
