import { filtersSubmitted, selectPrivacy } from '../../domains/privacy';
import { useAppDispatch, useFields } from '../../store/hooks';
import { FormMessage } from '../../ui/FormMessage';
import { Segmented } from '../../ui/Segmented';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import styles from './Privacy.module.css';

/** Switches the filters on age, gender and military service of the whole organisation: docs/PRODUCT.md#filters. */
export const FilterSwitch = ({ isOn }: { isOn: boolean }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { filterSave } = useFields(selectPrivacy, 'filterSave');
  const isSaving = filterSave.status === 'loading';
  // While it is being saved the choice is shown already.
  const isChosen = isOn !== isSaving;
  return (
    <div className={styles.form}>
      {filterSave.status === 'failed' && filterSave.error.status !== 401 && (
        <FormMessage>
          <FailureText failure={filterSave.error} />
        </FormMessage>
      )}
      <Segmented
        label={t('privacy.filters.label')}
        value={isChosen ? 'on' : 'off'}
        busy={isSaving}
        options={[
          { value: 'on', label: t('privacy.filters.on') },
          { value: 'off', label: t('privacy.filters.off') },
        ]}
        onChange={(value) => dispatch(filtersSubmitted({ isOn: value === 'on' }))}
      />
      <p className={styles.soft}>
        <T id="privacy.filters.hint" />
      </p>
    </div>
  );
};
