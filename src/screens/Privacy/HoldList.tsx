import { object } from 'yup';
import { fullName } from '../../../contract/constants/text';
import { HOLD_NOTE_MAX } from '../../../contract/constants/privacy';
import { type Hold, holdDialogClosed, holdSubmitted, selectPrivacy, type Person } from '../../domains/privacy';
import { shownErrorOf } from '../../domains/kit/loadable';
import { formatDay } from '../../lib/dates';
import { requiredText } from '../../lib/rules';
import { useAppDispatch, useFields } from '../../store/hooks';
import { T, useText } from '../../ui/text';
import { FormFailure } from '../../ui/FormMessage';
import { FormModal } from '../../ui/FormModal';
import { ConfirmDialog } from '../../ui/Modal';
import { TextAreaField } from '../../ui/fields';
import { Avatar } from '../../ui/Avatar';
import { cx } from '../../ui/cx';
import { HoldButton, PersonName } from './PersonActions';
import styles from './Privacy.module.css';

/** Who put data on hold, since when and why. */
export const HoldNote = ({ hold: { heldBy, note, createdAt } }: { hold: Hold }) => (
  <>
    <T className={styles.soft} id="privacy.holds.since" values={{ date: formatDay(createdAt), name: heldBy }} />
    {note !== null && <span className={styles.note}>{note}</span>}
  </>
);

const schema = object({ note: requiredText(HOLD_NOTE_MAX) });

const useHoldDialog = () => {
  const dispatch = useAppDispatch();
  const { holdChange } = useFields(selectPrivacy, 'holdChange');
  return {
    failure: shownErrorOf(holdChange),
    isBusy: holdChange.status === 'loading',
    onClose: () => void dispatch(holdDialogClosed()),
  };
};

const PutDialog = ({ person }: { person: Person }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  return (
    <FormModal
      {...useHoldDialog()}
      title={t('privacy.hold.title', { name: fullName(person) })}
      action={t('privacy.hold')}
      initialValues={{ note: '' }}
      schema={schema}
      isRestored={false}
      onSubmit={({ note }) => dispatch(holdSubmitted({ workerId: person.workerId, note: note.trim() }))}
    >
      <T as="p" id="privacy.hold.text" />
      <TextAreaField
        name="note"
        required
        label={t('privacy.hold.note')}
        hint={t('privacy.hold.hint')}
        rows={3}
        maxLength={HOLD_NOTE_MAX}
      />
    </FormModal>
  );
};

const ReleaseDialog = ({ person }: { person: Person }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { failure, isBusy, onClose } = useHoldDialog();
  return (
    <ConfirmDialog
      open
      title={t('privacy.release.title', { name: fullName(person) })}
      text={t('privacy.release.text')}
      action={t('privacy.release')}
      isBusy={isBusy}
      onConfirm={() => dispatch(holdSubmitted({ workerId: person.workerId, note: null }))}
      onCancel={onClose}
    >
      <FormFailure failure={failure} />
    </ConfirmDialog>
  );
};

/** Puts a person's data on hold with a reason, or releases them: docs/PRODUCT.md#privacy. */
export const HoldDialog = ({ person }: { person: Person }) =>
  person.isOnHold ? <ReleaseDialog person={person} /> : <PutDialog person={person} />;

const HoldRow = ({ hold }: { hold: Hold }) => {
  const { worker, application } = hold;
  const { id: workerId, firstName, lastName, imageUrl } = worker;
  return (
    <li className={cx(styles.row, styles.beside)}>
      <Avatar name={fullName(worker)} src={imageUrl} size={48} />
      <div className="stack at-start gap-4 shrinks breaks">
        <PersonName worker={worker} application={application} />
        <HoldNote hold={hold} />
      </div>
      <div className={styles.actions}>
        <HoldButton person={{ workerId, firstName, lastName, imageUrl, isOnHold: true }} />
      </div>
    </li>
  );
};

/** Whose data must not be erased, newest first. */
export const HoldList = ({ holds }: { holds: readonly Hold[] }) =>
  holds.length === 0 ? (
    <T as="p" className={styles.soft} id="privacy.holds.none" />
  ) : (
    <ul className={styles.list}>
      {holds.map((hold) => (
        <HoldRow key={hold.worker.id} hold={hold} />
      ))}
    </ul>
  );
