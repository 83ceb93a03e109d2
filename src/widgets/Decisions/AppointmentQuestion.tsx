import { useState } from 'react';
import { declineRequested, questionClosed, type AppointmentQuestion as Question } from '../../domains/decisions';
import { dayOf, shortWallTime } from '../../lib/dates';
import { serverNow } from '../../lib/serverClock';
import { useAppDispatch } from '../../store/hooks';
import { ConfirmDialog } from '../../ui/Modal';
import { useText } from '../../ui/text';
import { useDateLocale } from '../../ui/useDateLocale';

/** Asks whether to decline an applicant and cancel the interview: docs/PRODUCT.md#deciding. */
export const AppointmentQuestion = ({ question }: { question: Question }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const dateLocale = useDateLocale();
  const [now] = useState(serverNow);
  const { startAt, reach, ...asked } = question;
  const { applicationId, name, options } = asked;
  const day = startAt === null ? 'unknown' : dayOf(startAt, now);
  const values = {
    day,
    reach: reach ?? 'unknown',
    time: startAt?.slice(11, 16) ?? '',
    date: startAt === null ? '' : (shortWallTime(startAt, dateLocale) ?? ''),
  };
  return (
    <ConfirmDialog
      open
      title={t('decisions.appointment.title', { name })}
      text={t('decisions.appointment.text', values)}
      action={t('decisions.appointment.action')}
      cancel={t('decisions.appointment.keep')}
      onConfirm={() => dispatch(declineRequested({ ...asked, options: { ...options, cancelAppointment: true } }))}
      onCancel={() => dispatch(questionClosed({ applicationId }))}
    />
  );
};
