import { useEffect, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { useFormikContext, Form, Formik, type FormikProps } from 'formik';
import { DECLINE_NOTE_MAX, DECLINE_REASONS } from '../../../contract/constants/decisions';
import { MESSAGE_MAX } from '../../../contract/constants/limits';
import { outOfNight } from '../../../contract/rules/night';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  selectBulks,
  type BulkPreview as Preview,
  bulkRequested,
  chosenBody,
  previewRequested,
  selectSelection,
  type BulkAction,
} from '../../domains/bulks';
import { useFields, useAppDispatch, useAppSelector } from '../../store/hooks';
import { type Loadable, errorOf } from '../../domains/kit/loadable';
import type { ApplicationsQuery } from '../../domains/applications';
import { carriedReason } from '../../domains/decisions';
import type { Failure } from '../../domains/kit/failure';
import { declineReasonChosen, selectDeclineReason } from '../../domains/preferences';
import { selectUser } from '../../domains/session';
import { whenValues } from '../../lib/dates';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { SelectField, TextAreaField } from '../../ui/fields';
import { T, useText } from '../../ui/text';
import { TextField } from '../../ui/TextField';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { useLeaveQuestion } from '../../ui/FormModal';
import { Modal } from '../../ui/Modal';
import { FailureText, RetryButton } from '../../ui/State';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';
import { noticesFor, type BulkValues, fieldOf, initialValues, schemaOf, toOptions } from './form';
import { useBulkText } from './BulkResults';
import styles from './BulkDialog.module.css';

/** Why the applicants are declined, and when they are told. */
const DeclineFields = () => {
  const t = useText();
  const { values, setFieldValue } = useFormikContext<BulkValues>();
  const notices = noticesFor(values.reason);
  const tell = notices.includes(values.tell) ? values.tell : 'default';
  const [now] = useState(serverNow);
  const soonest = outOfNight(new Date(now), readSettings().timeZone).toISOString();
  const isNight = Date.parse(soonest) > now;
  return (
    <>
      <SelectField
        name="reason"
        label={t('decisions.reason')}
        hint={t('decisions.note.text')}
        options={[
          { value: '', label: t('decisions.reason.none') },
          ...DECLINE_REASONS.map((value) => ({ value, label: t(`options.declineReason.${value}`) })),
        ]}
      />
      {values.reason === 'other' && (
        <TextField name="note" required label={t('bulk.note')} maxLength={DECLINE_NOTE_MAX} />
      )}
      <fieldset className={styles.notices}>
        <legend>
          <T id="bulk.tell" />
        </legend>
        {notices.map((one) => (
          <label key={one} className="row gap-12 tall clickable tick-label">
            <input type="radio" name="tell" checked={tell === one} onChange={() => void setFieldValue('tell', one)} />
            <span>
              {one === 'now' && isNight ? t('bulk.tell.morning', whenValues(soonest, now)) : t(`bulk.tell.${one}`)}
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
};

/** Milliseconds after the last key before the server checks the text. */
const DELAY = 600;

/** The text of a message, and how some recipients would get it. `onBody` must be stable. */
const MessageFields = ({ onBody }: { onBody: (body: string) => void }) => {
  const t = useText();
  const { preview } = useFields(selectBulks, 'preview');
  const { body } = useFormikContext<BulkValues>().values;
  useEffect(() => {
    const timer = setTimeout(() => onBody(body.trim()), DELAY);
    return () => clearTimeout(timer);
  }, [body, onBody]);
  const samples = preview.status === 'loaded' ? preview.data.samples : [];
  return (
    <>
      <TextAreaField name="body" required label={t('bulk.body')} rows={4} maxLength={MESSAGE_MAX} />
      {samples.length > 0 && (
        <section className="grid gap-12" aria-label={t('bulk.samples')}>
          {samples.map(({ applicationId, name, language, text }) => (
            <figure key={applicationId} className={styles.sample}>
              <figcaption>
                <T id="bulk.sample" values={{ name, language: t(`languages.${language}`) }} />
              </figcaption>
              <blockquote lang={language}>{text}</blockquote>
            </figure>
          ))}
        </section>
      )}
    </>
  );
};

interface BulkPreviewProps {
  preview: Loadable<Preview>;
  isAll: boolean;
  count: number | null;
  words: readonly string[];
}

/** Names the chosen applications in words, with their number and what is left out. */
const BulkPreview = ({ preview, isAll, count, words }: BulkPreviewProps) => {
  const t = useText();
  const { skipText } = useBulkText();
  const counted = preview.status === 'loaded' ? preview.data : null;
  const matches = counted?.matches ?? count;
  const leftOut = counted ? counted.skips.reduce((sum, skip) => sum + skip.count, 0) : 0;
  const unreachable = counted?.unreachable ?? 0;
  return (
    <div className="stack gap-8">
      <p className="size-20 bold numbers">
        {matches === null ? t('bulk.allChosen') : t('bulk.chosen', { count: matches })}
      </p>
      {isAll && words.length > 0 && (
        <ul className={styles.words} aria-label={t('bulk.words')}>
          {words.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
      )}
      <div role="status">
        {preview.status === 'loading' && (
          <p className="hint">
            <T id="bulk.counting" />
          </p>
        )}
        {counted && leftOut > 0 && (
          <>
            <p>
              <T id="bulk.leftOut" values={{ count: leftOut }} />
            </p>
            <ul className={styles.skips}>
              {counted.skips.map((skip) => (
                <li key={skip.key}>{skipText(skip)}</li>
              ))}
            </ul>
          </>
        )}
        {unreachable > 0 && (
          <p>
            <T id="bulk.unreachable" values={{ count: unreachable }} />
          </p>
        )}
        {counted?.ready === 0 && (
          <p>
            <T id="bulk.nothing" />
          </p>
        )}
      </div>
    </div>
  );
};

const FORM = 'bulk-action';

const Problem = ({ failure }: { failure: Failure }) => {
  if (failure.key === ERROR_KEYS.bulkSetChanged && failure.matches !== undefined)
    return <T id="bulk.setChanged" values={{ count: failure.matches }} />;
  if (failure.key === ERROR_KEYS.improperMessage) return <T id="bulk.improper" />;
  if (failure.key === ERROR_KEYS.sleepMode) return <T id="bulk.night" />;
  return <FailureText failure={failure} />;
};

/** Shows the server's errors at their fields and moves the focus to the first one. */
const Fields = ({ failure, children }: { failure: Failure | null; children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  useServerErrors(failure, fieldOf);
  useFirstErrorFocus(box);
  return (
    <div ref={box} className="stack gap-16">
      {children}
    </div>
  );
};

interface BulkDialogProps {
  action: BulkAction;
  query: ApplicationsQuery;
  /** How many rows are chosen; null while unknown. */
  count: number | null;
  words: readonly string[];
  onClose: () => void;
}

/** Says what an action on the chosen rows would do, before it does it. What was typed stays when it fails. */
export const BulkDialog = ({ action, query, count, words, onClose }: BulkDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const selection = useAppSelector(selectSelection);
  const { preview, start } = useFields(selectBulks, 'preview', 'start');
  const userId = useAppSelector(selectUser)?.id;
  const lastReason = useAppSelector(selectDeclineReason(userId));
  const [initial] = useState(() => ({ ...initialValues, reason: carriedReason(lastReason) ?? ('' as const) }));
  const [body, setBody] = useState('');
  const chosen = useMemo(() => chosenBody(selection, query), [selection, query]);
  const isMessage = action === 'message';
  const failure = errorOf(start);
  const isSetChanged = failure?.key === ERROR_KEYS.bulkSetChanged;
  // The server counts again after a change, and when the text of a message changes.
  const requestPreview = useCallback(() => {
    if (isMessage && body === '') return;
    dispatch(previewRequested({ action, ...chosen, ...(isMessage && { options: { body } }) }));
  }, [dispatch, action, chosen, isMessage, body]);
  useEffect(() => {
    requestPreview();
  }, [requestPreview, isSetChanged]);

  const counted = preview.status === 'loaded' ? preview.data : null;
  const ready = counted?.ready ?? count;
  const matches = counted?.matches ?? count;
  const isBusy = start.status === 'loading';
  const form = useRef<FormikProps<BulkValues>>(null);
  const { ask, question } = useLeaveQuestion(onClose);
  const handleClose = () => {
    const { body: text = '', note = '' } = form.current?.values ?? {};
    if (text.trim() || note.trim()) ask();
    else onClose();
  };
  const refusal = failure ?? errorOf(preview);
  const label = isSetChanged
    ? t('bulk.continue', { count: ready ?? 0 })
    : t(`bulk.do.${action}`, { count: ready ?? 0 });
  const handleSubmit = async (values: BulkValues) => {
    if (matches === null) return;
    if (action === 'decline' && userId !== undefined)
      dispatch(declineReasonChosen({ userId, reason: values.reason || null }));
    dispatch(bulkRequested({ action, ...chosen, expected: matches, ...toOptions(action, values) }));
  };
  return (
    <>
      <Modal
        open
        title={t(`bulk.title.${action}`)}
        focusOn="textarea, select"
        onClose={handleClose}
        foot={
          <>
            <Button onClick={handleClose}>{t('ui.cancel')}</Button>
            <Button
              look="primary"
              type="submit"
              form={FORM}
              busy={isBusy}
              // A message is counted only once it has a text.
              disabled={!ready || (!counted && !isMessage)}
            >
              {label}
            </Button>
          </>
        }
      >
        <div className="stack gap-16">
          {refusal && refusal.status !== 401 && (
            <FormMessage key={refusal.key}>
              <Problem failure={refusal} />
              {!failure && refusal.kind !== 'invalid' && <RetryButton small onClick={requestPreview} />}
            </FormMessage>
          )}
          <Formik innerRef={form} initialValues={initial} validationSchema={schemaOf(action)} onSubmit={handleSubmit}>
            <Form noValidate id={FORM}>
              <Fields failure={failure}>
                <BulkPreview preview={preview} isAll={selection.isAll} count={count} words={words} />
                {action === 'decline' && <DeclineFields />}
                {isMessage && <MessageFields onBody={setBody} />}
              </Fields>
            </Form>
          </Formik>
        </div>
      </Modal>
      {question}
    </>
  );
};
