import { useState } from 'react';
import {
  DUE_LIST_MAX,
  RETENTION_MONTHS,
  RETENTION_MONTHS_HIRED,
  RETENTION_NOTICE_DAYS,
} from '../../../contract/constants/privacy';
import { dueFileRequested, monthsSubmitted, peopleDue, selectPrivacy, type Overview } from '../../domains/privacy';
import { formatDay } from '../../lib/dates';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormFailure } from '../../ui/FormMessage';
import { ConfirmDialog } from '../../ui/Modal';
import { Segmented } from '../../ui/Segmented';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import styles from './Privacy.module.css';

/** The period after which people are made anonymous, with the effect of a choice in the next days. */
export const RetentionForm = ({ overview: { settings, retention } }: { overview: Overview }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { save, dueFile } = useFields(selectPrivacy, 'save', 'dueFile');
  const [months, setMonths] = useState(settings.retentionMonths);
  const [listedMonths, setListedMonths] = useState(months);
  const [isAsking, setIsAsking] = useState(false);
  const isShorter = months < settings.retentionMonths;
  const submit = () => {
    setIsAsking(false);
    dispatch(monthsSubmitted({ months }));
  };
  const people = peopleDue(retention, months);
  const options = RETENTION_MONTHS.map((value) => ({
    value: String(value),
    label: t('privacy.retention.months', { months: value }),
  }));
  const choose = (value: string) => setMonths(RETENTION_MONTHS.find((one) => String(one) === value) ?? months);
  return (
    <div className="stack gap-12">
      {save.status === 'failed' && save.error.status !== 401 && <FormFailure failure={save.error} />}
      <Segmented label={t('privacy.retention.label')} value={String(months)} options={options} onChange={choose} />
      <T as="p" className={styles.soft} id="privacy.retention.hint" values={{ months: RETENTION_MONTHS_HIRED }} />
      <T
        as="p"
        role="status"
        className={people > 0 ? styles.due : styles.soft}
        id="privacy.retention.due"
        values={{ count: people }}
      />
      {people > 0 && (
        <div>
          <Button
            small
            icon="download"
            busy={dueFile.status === 'loading'}
            onClick={() => {
              setListedMonths(months);
              dispatch(dueFileRequested({ months }));
            }}
            textId="privacy.retention.file"
          />
          {people > DUE_LIST_MAX && (
            <T as="p" className={styles.soft} id="privacy.retention.fileLimit" values={{ count: DUE_LIST_MAX }} />
          )}
        </div>
      )}
      {dueFile.status === 'failed' && listedMonths === months && dueFile.error.status !== 401 && (
        <p role="alert" className={styles.failed}>
          <FailureText failure={dueFile.error} />
        </p>
      )}
      {retention.from && (
        <T as="p" className={styles.soft} id="privacy.retention.from" values={{ date: formatDay(retention.from) }} />
      )}
      <div>
        <Button
          small
          busy={save.status === 'loading'}
          disabled={months === settings.retentionMonths}
          onClick={() => (isShorter ? setIsAsking(true) : submit())}
          textId="privacy.retention.save"
        />
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('privacy.retention.shorten.title', { months })}
        text={t('privacy.retention.shorten.text', { count: people, days: RETENTION_NOTICE_DAYS })}
        action={t('privacy.retention.shorten.action')}
        onConfirm={submit}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
};
