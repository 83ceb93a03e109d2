import { excelMailSubmitted, selectExports } from '../../domains/exports';
import { selectLanguage } from '../../domains/preferences';
import { selectUser } from '../../domains/session';
import { shownErrorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { FormModal } from '../../ui/FormModal';
import { T, useText } from '../../ui/text';
import { EmailField } from '../../ui/TextField';
import { mailSchema } from './form';

const schema = mailSchema('jobs.excelForm.email.required');

export const ExcelMailDialog = ({ jobId, onClose }: { jobId: number | null; onClose: () => void }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { mail } = useFields(selectExports, 'mail');
  const language = useAppSelector(selectLanguage);
  const user = useAppSelector(selectUser);
  return (
    <FormModal
      title={t('exports.excel.mail')}
      action={t('exports.send')}
      initialValues={{ email: user?.email ?? '' }}
      schema={schema}
      failure={shownErrorOf(mail)}
      isBusy={mail.status === 'loading'}
      isRestored={false}
      onSubmit={({ email }) => dispatch(excelMailSubmitted({ jobId, email: email.trim(), language }))}
      onClose={onClose}
    >
      <T as="p" id={jobId === null ? 'exports.excel.mailAll' : 'exports.excel.mailJob'} />
      <EmailField autoComplete="email" label={t('exports.email')} />
    </FormModal>
  );
};
