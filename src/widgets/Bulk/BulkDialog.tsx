import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Form, Formik } from 'formik';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationsQuery } from '../../domains/applications';
import {
  bulkRequested,
  chosenBody,
  dialogClosed,
  previewRequested,
  selectBulks,
  selectSelection,
  type BulkAction,
} from '../../domains/bulks';
import { carriedReason } from '../../domains/decisions';
import type { Failure } from '../../domains/kit/failure';
import { declineReasonChosen, selectDeclineReason } from '../../domains/preferences';
import { selectUser } from '../../domains/session';
import { errorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { Modal } from '../../ui/Modal';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';
import styles from './BulkDialog.module.css';
import { BulkPreview } from './BulkPreview';
import { DeclineFields } from './DeclineFields';
import { fieldOf, initialValues, schemaOf, toOptions, type BulkValues } from './form';
import { MessageFields } from './MessageFields';

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
    <div ref={box} className={styles.form}>
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
}

/** Says what an action on the chosen rows would do, before it does it. What was typed stays when it fails. */
export const BulkDialog = ({ action, query, count, words }: BulkDialogProps) => {
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
  const close = () => dispatch(dialogClosed());
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
    <Modal
      open
      title={t(`bulk.title.${action}`)}
      focusOn="textarea, select"
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
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
      <div className={styles.form}>
        {refusal && refusal.status !== 401 && (
          <FormMessage key={refusal.key}>
            <Problem failure={refusal} />
            {!failure && (
              <Button small onClick={requestPreview}>
                {t('ui.retry')}
              </Button>
            )}
          </FormMessage>
        )}
        <Formik initialValues={initial} validationSchema={schemaOf(action)} onSubmit={handleSubmit}>
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
  );
};
