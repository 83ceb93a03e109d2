import { fullName } from '../../../../contract/constants/text';
import { outcomeSubmitted, selectIsRecording, undoSubmitted, type AgendaRow } from '../../../domains/appointments';
import { selectIsDecisionPending } from '../../../domains/decisions';
import { MOVE_HASH, type ApplicantTab } from '../../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../../store/hooks';
import { Button, ButtonLink } from '../../../ui/Button';
import buttons from '../../../ui/Button.module.css';
import { Icon } from '../../../ui/icons';
import { useText } from '../../../ui/text';
import { useDecline } from '../useDecline';
import { pathOf, type AgendaPlace } from './PersonEntry';

interface RowActionsProps {
  view: AgendaRow;
  place: AgendaPlace;
}

/** The next step of a row, and the undo of what was recorded. */
export const RowActions = ({ view: { row, step, undo }, place }: RowActionsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { id, applicationId, user } = row;
  const isRecording = useAppSelector(selectIsRecording(id));
  const decline = useDecline();
  const isDeclining = useAppSelector(selectIsDecisionPending(applicationId));
  const name = fullName(user);
  const labelled = (action: string) => ({ 'aria-label': t('agenda.of', { action, name }), children: action });
  const record = (hasCome: boolean) => dispatch(outcomeSubmitted({ appointmentId: id, applicationId, hasCome }));
  const linkTo = (tab: ApplicantTab, action: string) => ({
    small: true,
    to: pathOf(place, applicationId, tab),
    state: place.origin,
    replace: place.selectedId !== null,
    ...labelled(action),
  });
  return (
    <>
      {step === 'call' &&
        (user.phone ? (
          <a
            className={`${buttons.button} ${buttons.secondary} ${buttons.small}`}
            href={`tel:${user.phone}`}
            aria-label={t('agenda.of', { action: t('applicant.call'), name })}
          >
            <Icon name="phone" size={18} />
            <span>{t('applicant.call')}</span>
          </a>
        ) : (
          <ButtonLink {...linkTo('messages', t('applicant.step.write'))} />
        ))}
      {step === 'answer' && (
        <>
          <ButtonLink
            {...linkTo('appointment', t('agenda.move'))}
            to={`${pathOf(place, applicationId, 'appointment')}${MOVE_HASH}`}
          />
          <ButtonLink {...linkTo('messages', t('agenda.answer'))} />
        </>
      )}
      {step === 'record' && (
        <>
          <Button small icon="check" busy={isRecording} onClick={() => record(true)} {...labelled(t('agenda.came'))} />
          <Button small busy={isRecording} onClick={() => record(false)} {...labelled(t('agenda.missed'))} />
        </>
      )}
      {step === 'review' && <ButtonLink {...linkTo('feedback', t('agenda.review'))} />}
      {step === 'invite' && (
        <>
          <ButtonLink {...linkTo('appointment', t('agenda.invite'))} />
          <Button
            small
            busy={isDeclining}
            onClick={() => decline({ id: applicationId, user })}
            {...labelled(t('agenda.decline'))}
          />
        </>
      )}
      {/* Last, where the pressed button was: the second press of a double click must neither decline nor undo. */}
      {undo && (
        <Button
          small
          busy={isRecording}
          onClick={({ detail }) =>
            detail < 2 &&
            dispatch(
              undoSubmitted({ applicationId, appointmentId: id, answer: undo, name: user.firstName, comment: '' }),
            )
          }
          {...labelled(t('feedback.undo.action'))}
        />
      )}
    </>
  );
};
