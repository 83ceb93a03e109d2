import { useEffect } from 'react';
import { Form, Formik, useFormikContext } from 'formik';
import {
  delayOf,
  selectOrganisationSettings,
  settingsRequested,
  settingsSubmitted,
  noticeDelays,
  type OrganisationSettings,
} from '../../domains/profile';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { CheckboxField, SelectField } from '../../ui/fields';
import { FormFailure } from '../../ui/FormMessage';
import { LoadState, Skeleton } from '../../ui/LoadState';
import { useText } from '../../ui/text';

const useDelayText = () => {
  const t = useText();
  return (minutes: number): string => {
    const { unit, count } = delayOf(minutes);
    return unit === 'now' ? t('profile.telling.now') : t(`profile.telling.${unit}`, { count });
  };
};

const SaveButton = ({ isBusy }: { isBusy: boolean }) => {
  const { dirty } = useFormikContext();
  const t = useText();
  return (
    <div>
      <Button type="submit" small busy={isBusy} disabled={!dirty}>
        {t('profile.telling.save')}
      </Button>
    </div>
  );
};

const NoticeForm = ({ tellingMinutes, reminders, tellShortlisted, version }: OrganisationSettings) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const delayText = useDelayText();
  const { save } = useFields(selectOrganisationSettings, 'save');
  // The value of a select is a text.
  const initialValues = { tellingMinutes: String(tellingMinutes), reminders, tellShortlisted };
  const options = noticeDelays(tellingMinutes).map((minutes) => ({
    value: String(minutes),
    label: delayText(minutes),
  }));
  const handleSubmit = async (values: typeof initialValues) =>
    void dispatch(settingsSubmitted({ ...values, tellingMinutes: Number(values.tellingMinutes), version }));
  return (
    <Formik enableReinitialize initialValues={initialValues} onSubmit={handleSubmit}>
      <Form noValidate className="stack gap-16">
        {save.status === 'failed' && save.error.status !== 401 && <FormFailure failure={save.error} />}
        <SelectField
          name="tellingMinutes"
          label={t('profile.telling.label')}
          hint={t('profile.telling.hint')}
          options={options}
        />
        <CheckboxField name="reminders" label={t('profile.telling.reminders')} />
        <CheckboxField name="tellShortlisted" label={t('profile.telling.shortlisted')} />
        <SaveButton isBusy={save.status === 'loading'} />
      </Form>
    </Formik>
  );
};

const NoticeFacts = ({ tellingMinutes, reminders, tellShortlisted }: OrganisationSettings) => {
  const t = useText();
  const delayText = useDelayText();
  return (
    <dl className="facts">
      <dt>{t('profile.telling.label')}</dt>
      <dd>{delayText(tellingMinutes)}</dd>
      <dd className="soft">{t('profile.telling.hint')}</dd>
      <dt>{t('profile.telling.reminders')}</dt>
      <dd>{t('profile.telling.remindersState', { state: String(reminders) })}</dd>
      <dt>{t('profile.telling.shortlisted')}</dt>
      <dd>{t('profile.telling.remindersState', { state: String(tellShortlisted) })}</dd>
    </dl>
  );
};

/**
 * When declined applicants are notified, whether applicants are reminded, and whether shortlisted ones are notified: a
 * form, or the stored values for users who cannot change them.
 */
export const DecisionNoticeSettings = ({ canEdit }: { canEdit: boolean }) => {
  const dispatch = useAppDispatch();
  const { settings } = useFields(selectOrganisationSettings, 'settings');
  const requestSettings = () => void dispatch(settingsRequested());
  useEffect(() => {
    dispatch(settingsRequested());
  }, [dispatch]);
  const Settings = canEdit ? NoticeForm : NoticeFacts;
  return (
    <LoadState load={settings} skeleton={<Skeleton width="100%" height={88} />} onRetry={requestSettings}>
      {settings.status === 'loaded' && <Settings {...settings.data} />}
    </LoadState>
  );
};
