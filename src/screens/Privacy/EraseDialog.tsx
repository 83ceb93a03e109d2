import { type Listed, eraseDialogClosed, eraseSubmitted, selectPrivacy, type Person } from '../../domains/privacy';
import { T, useText } from '../../ui/text';
import styles from './Privacy.module.css';
import { object } from 'yup';
import { fullName } from '../../../contract/constants/text';
import { shownErrorOf } from '../../domains/kit/loadable';
import { requiredText } from '../../lib/rules';
import { useAppDispatch, useFields } from '../../store/hooks';
import { FormModal } from '../../ui/FormModal';
import { TextField } from '../../ui/TextField';
import { FileButton } from './PersonActions';

/** Says that a list has more rows than the page shows. */
export const MoreNote = ({ listed: { rows, total } }: { listed: Listed<unknown> }) =>
  total > rows.length ? (
    <T as="p" className={styles.soft} id="privacy.more" values={{ shown: rows.length, total }} />
  ) : null;

const schema = object({ confirmName: requiredText() });

/** Says what an erasure deletes and asks for the person's name: docs/PRODUCT.md#erasing. */
export const EraseDialog = ({ person }: { person: Person }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { erasure } = useFields(selectPrivacy, 'erasure');
  const name = fullName(person);
  return (
    <FormModal
      title={t('privacy.erase.title', { name })}
      action={t('privacy.erase.action')}
      initialValues={{ confirmName: '' }}
      schema={schema}
      failure={shownErrorOf(erasure)}
      isBusy={erasure.status === 'loading'}
      isRestored={false}
      onSubmit={({ confirmName }) => dispatch(eraseSubmitted({ workerId: person.workerId, confirmName }))}
      onClose={() => dispatch(eraseDialogClosed())}
    >
      <T as="p" id="privacy.erase.goes" />
      <p>
        <T as="strong" id="privacy.erase.final" />
      </p>
      <div>
        <FileButton person={person} textId="privacy.erase.file" />
      </div>
      <TextField
        name="confirmName"
        required
        label={t('privacy.erase.type', { name })}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="words"
      />
    </FormModal>
  );
};
