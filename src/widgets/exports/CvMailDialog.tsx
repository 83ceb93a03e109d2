import type { Language } from '../../../contract/constants/options';
import { cvMailSubmitted, selectExports } from '../../domains/exports';
import { shownErrorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useFields } from '../../store/hooks';
import { FormModal } from '../../ui/FormModal';
import type { SelectOption } from '../../ui/Select';
import { SelectField } from '../../ui/fields';
import { T, useText } from '../../ui/text';
import { EmailField } from '../../ui/TextField';
import { mailSchema } from './form';

const schema = mailSchema('jobDetail.profile.email.required');

interface CvMailDialogProps {
  applicationId: number;
  jobId: number;
  fullName: string;
  languageCode: Language;
  options: readonly SelectOption[];
  onClose: () => void;
}

export const CvMailDialog = ({ applicationId, jobId, fullName, languageCode, options, onClose }: CvMailDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { mail } = useFields(selectExports, 'mail');
  return (
    <FormModal
      title={t('exports.cv.mailTitle', { name: fullName })}
      action={t('exports.send')}
      initialValues={{ email: '', languageCode: languageCode as string }}
      schema={schema}
      failure={shownErrorOf(mail)}
      isBusy={mail.status === 'loading'}
      isRestored={false}
      onSubmit={(values) =>
        dispatch(
          cvMailSubmitted({
            jobId,
            applicationId,
            email: values.email.trim(),
            languageCode: values.languageCode as Language,
          }),
        )
      }
      onClose={onClose}
    >
      <T as="p" id="exports.cv.mailText" />
      <EmailField autoComplete="off" label={t('exports.email')} />
      <SelectField name="languageCode" label={t('exports.cv.language')} options={options} />
    </FormModal>
  );
};
