import { fullName } from '../../../contract/constants/text';
import { answerDialogClosed, answerSubmitted, selectPrivacy, type PrivacyRequest } from '../../domains/privacy';
import { useAppDispatch, useFields } from '../../store/hooks';
import { FormMessage } from '../../ui/FormMessage';
import { ConfirmDialog } from '../../ui/Modal';
import { FailureText } from '../../ui/State';
import { useText } from '../../ui/text';

/** Asks before the person gets the data on their page, or was sent them by hand; either closes the request. */
export const AnswerDialog = ({ request: { id, worker, isReachable } }: { request: PrivacyRequest }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { answer } = useFields(selectPrivacy, 'answer');
  const name = fullName(worker);
  return (
    <ConfirmDialog
      open
      title={t('privacy.answer.title', { name })}
      text={t(isReachable ? 'privacy.answer.text' : 'privacy.answer.byHand')}
      action={t('privacy.answer')}
      isBusy={answer.status === 'loading'}
      onConfirm={() => dispatch(answerSubmitted({ id }))}
      onCancel={() => dispatch(answerDialogClosed())}
    >
      {answer.status === 'failed' && answer.error.status !== 401 && (
        <FormMessage>
          <FailureText failure={answer.error} />
        </FormMessage>
      )}
    </ConfirmDialog>
  );
};
