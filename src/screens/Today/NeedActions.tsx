import { useState } from 'react';
import { selectIsTodayPending, snoozesAt, snoozeSubmitted, type NeedRow, settleSubmitted } from '../../domains/today';
import { partUnavailable } from '../../domains/notices';
import { formatTime } from '../../lib/dates';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { IconButton, Button, ButtonLink } from '../../ui/Button';
import { LazyMenu } from '../../ui/LazyMenu';
import type { MenuAction } from '../../ui/Menu';
import { useText } from '../../ui/text';
import { canDecline, canShortlist, selectIsShortlistPending, shortlistToggled } from '../../domains/applications';
import { outcomeSubmitted, selectAppointments, selectIsRecording } from '../../domains/appointments';
import { selectIsDecisionPending, shortlistRequested } from '../../domains/decisions';
import { Icon } from '../../ui/icons';
import { useDecline } from '../../widgets/ApplicationList/useDecline';
import { StartedPrompt } from '../../widgets/FirstDay/StartedPrompt';
import { useNeedLink } from './useReturnPlace';
import buttons from '../../ui/Button.module.css';

interface ChoicesProps extends LaterMenuProps {
  Action: typeof MenuAction;
}

const Choices = ({ row, name, Action }: ChoicesProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const [now] = useState(serverNow);
  return snoozesAt(now, readSettings().timeZone).map(({ snooze, until }) => {
    const iso = new Date(until).toISOString();
    const put = () => void dispatch(snoozeSubmitted({ applicationId: row.id, name, until: iso }));
    return (
      <Action key={snooze} icon="clock" onChoose={put}>
        {t(`today.later.${snooze}`, { time: formatTime(iso) })}
      </Action>
    );
  });
};

interface LaterMenuProps {
  row: NeedRow;
  name: string;
}

const loadMenu = () => import('../../ui/Menu');

/** Puts a row off until a time that the user chooses. */
export const LaterMenu = ({ row, name }: LaterMenuProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const isPending = useAppSelector(selectIsTodayPending(row.id));
  return (
    <LazyMenu
      load={loadMenu}
      trigger={
        <IconButton
          icon="clock"
          small
          aria-haspopup="menu"
          aria-busy={isPending || undefined}
          label={t('today.later.of', { name })}
        />
      }
      onFailure={() => dispatch(partUnavailable())}
    >
      {({ Menu, MenuAction: Action }, trigger) => (
        <Menu trigger={trigger} startsOpen>
          <Choices row={row} name={name} Action={Action} />
        </Menu>
      )}
    </LazyMenu>
  );
};

interface NeedActionsProps {
  row: NeedRow;
  name: string;
}

const useLabelled = (name: string) => {
  const t = useText();
  return (action: string) => ({ 'aria-label': t('agenda.of', { action, name }), children: action });
};

const Step = ({ row, name, action }: NeedActionsProps & { action: string }) => (
  <ButtonLink small {...useNeedLink(row)} {...useLabelled(name)(action)} />
);

const DeclineButton = ({ row, name }: NeedActionsProps) => {
  const t = useText();
  const decline = useDecline();
  const isPending = useAppSelector(selectIsDecisionPending(row.id));
  const label = useLabelled(name)(t('agenda.decline'));
  if (!canDecline(row)) return null;
  // The second press of a double click must not decline the row that moves up.
  return <Button small data-decline busy={isPending} onClick={({ detail }) => detail < 2 && decline(row)} {...label} />;
};

/** Returns the appointment of an application; undefined until Today's interviews have loaded. */
export const useVisit = (id: number) =>
  useAppSelector((state) => selectAppointments(state).items.find(({ applicationId }) => applicationId === id));

const Call = (props: NeedActionsProps) => {
  const t = useText();
  const labelled = useLabelled(props.name);
  const phone = useVisit(props.row.id)?.user.phone;
  if (!phone) return <Step {...props} action={t('applicant.step.write')} />;
  const { children, ...label } = labelled(t('applicant.call'));
  return (
    <a className={`${buttons.button} ${buttons.secondary} ${buttons.small}`} href={`tel:${phone}`} {...label}>
      <Icon name="phone" size={18} />
      <span>{children}</span>
    </a>
  );
};

const Answer = (props: NeedActionsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { row, name } = props;
  const isPending = useAppSelector(selectIsTodayPending(row.id));
  const label = useLabelled(name)(t('today.settle'));
  const settle = () => dispatch(settleSubmitted({ applicationId: row.id, name }));
  return (
    <>
      <Step {...props} action={t('today.write')} />
      <Button
        small
        look="quiet"
        data-settle
        busy={isPending}
        onClick={({ detail }) => detail < 2 && settle()}
        {...label}
      />
    </>
  );
};

const Outcome = (props: NeedActionsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const labelled = useLabelled(props.name);
  const { id, appointment } = props.row;
  const isRecording = useAppSelector(selectIsRecording(appointment?.id ?? 0));
  if (!appointment) return <Step {...props} action={t('agenda.review')} />;
  const record = (hasCome: boolean) => (event: { detail: number }) =>
    event.detail < 2 && dispatch(outcomeSubmitted({ appointmentId: appointment.id, applicationId: id, hasCome }));
  return (
    <>
      <Button small icon="check" busy={isRecording} onClick={record(true)} {...labelled(t('agenda.came'))} />
      <Button small busy={isRecording} onClick={record(false)} {...labelled(t('agenda.missed'))} />
    </>
  );
};

const Decide = (props: NeedActionsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { row, name } = props;
  const isPending = useAppSelector(selectIsShortlistPending(row.id));
  const label = useLabelled(name)(t('today.shortlist'));
  const add = () => {
    dispatch(shortlistRequested({ applicationId: row.id }));
    dispatch(shortlistToggled({ id: row.id, isShortlisted: true }));
  };
  return (
    <>
      {canShortlist(row) && (
        <Button
          small
          icon="star"
          aria-pressed={false}
          busy={isPending}
          onClick={({ detail }) => detail < 2 && add()}
          {...label}
        />
      )}
      <DeclineButton {...props} />
    </>
  );
};

/** The next step of a row: one verb, and the way to say no where there is one. */
export const NeedActions = (props: NeedActionsProps) => {
  const t = useText();
  switch (props.row.need.kind) {
    case 'attendance':
      return <Call {...props} />;
    case 'answer':
      return <Answer {...props} />;
    case 'outcome':
      return <Outcome {...props} />;
    case 'first_day':
      return <StartedPrompt application={props.row} />;
    case 'rebook':
      return (
        <>
          <Step {...props} action={t('agenda.invite')} />
          <DeclineButton {...props} />
        </>
      );
    case 'decide':
      return <Decide {...props} />;
    case 'invite':
      return (
        <>
          <Step {...props} action={t('applicant.step.invite')} />
          <DeclineButton {...props} />
        </>
      );
    case 'offer':
      return <Step {...props} action={t('today.offer')} />;
  }
};
