import { useEffect, useEffectEvent, useState } from 'react';
import type { Appointment } from '../../../../contract/schemas/appointments';
import { changeSubmitted, selectCurrentAppointment, type AppointmentChange } from '../../../domains/appointments';
import { shownErrorOf } from '../../../domains/kit/loadable';
import { formatDay, formatTime } from '../../../lib/dates';
import { serverNow } from '../../../lib/serverClock';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { RemovalDialog } from '../../../ui/RemovalDialog';
import { useText } from '../../../ui/text';
import { isLate } from './AppointmentForm';

interface ChangeDialogProps {
  change: AppointmentChange;
  name: string;
  appointment: Appointment;
  onClose: (isDone: boolean) => void;
}

/** Asks for confirmation before an appointment is cancelled or reset, and says which message the worker gets. */
export const ChangeDialog = ({ change, name, appointment, onClose }: ChangeDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { change: state } = useFields(selectCurrentAppointment, 'change');
  const { id, applicationId, appointmentAt } = appointment;
  const [late] = useState(() => isLate(appointmentAt, serverNow()));
  const close = useEffectEvent(onClose);
  const isDone = state.status === 'loaded';
  useEffect(() => {
    if (isDone) close(true);
  }, [isDone]);
  const kind = change === 'none' ? 'reset' : 'cancel';
  const values = { name, date: formatDay(appointmentAt), time: formatTime(appointmentAt) };
  const text =
    kind === 'reset' ? 'appointment.reset.text' : late ? 'appointment.cancel.late' : 'appointment.cancel.early';
  return (
    <RemovalDialog
      title={t(`appointment.${kind}.title`, values)}
      text={t(text, values)}
      action={t(`appointment.${kind}.action`)}
      cancel={t('appointment.keep')}
      isBusy={state.status === 'loading'}
      failure={shownErrorOf(state)}
      onConfirm={() => dispatch(changeSubmitted({ applicationId, id, status: change }))}
      onCancel={() => onClose(false)}
    />
  );
};
