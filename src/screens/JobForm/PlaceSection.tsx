import { useMemo, useState } from 'react';
import { useFormikContext } from 'formik';
import { locationsRequested, selectJobLookups, type CompanyLocation, type Job } from '../../domains/jobs';
import { dataOr } from '../../domains/kit/loadable';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { ChoicesField } from '../../ui/ChoicesField';
import { T, useText } from '../../ui/text';
import { AddLocationDialog } from './AddLocationDialog';
import type { JobFormRules } from './form';
import { OwnPlace } from './OwnPlace';
import { Section } from './Section';
import { useSoleLocation } from './useSoleLocation';
import type { JobValues } from './values';
import styles from './JobForm.module.css';

const withMissing = (existing: readonly CompanyLocation[], more: readonly CompanyLocation[]): CompanyLocation[] => [
  ...existing,
  ...more.filter(({ id }) => !existing.some((one) => one.id === id)),
];

/**
 * The places of work: one for a company, several for a branch. Root and HR staff choose the branch first:
 * docs/PRODUCT.md#job-form.
 */
export const PlaceSection = ({ rules, job }: { rules: JobFormRules; job?: Job }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { locations } = useFields(selectJobLookups, 'locations');
  const { values, setFieldValue } = useFormikContext<JobValues>();
  const [adding, setAdding] = useState(false);
  const ownerId = rules.choosesBranch ? Number(values.branchId) || null : null;
  const isReady = !rules.choosesBranch || ownerId !== null;
  const lacksPlace = locations.status === 'loaded' && locations.data.length === 0;
  useSoleLocation(isReady);
  const options = useMemo(
    () =>
      withMissing(dataOr(locations, []), job?.selectedCompanyLocations ?? []).map(({ id, name, address }) => ({
        value: id,
        label: address ? t('jobForm.locationOption', { name, address }) : name,
      })),
    [locations, job, t],
  );
  const handleAdded = (id: number) => {
    void setFieldValue('locationIds', [...values.locationIds.filter((one) => one !== id), id]);
    setAdding(false);
  };
  return (
    <Section id="place">
      {!isReady && (
        <p className={styles.note}>
          <T id="jobForm.branchFirst" />
        </p>
      )}
      {isReady && locations.status === 'failed' && (
        <p className={styles.problem} role="alert">
          <T id="jobForm.errors.fetchingLocations" />{' '}
          <Button small onClick={() => dispatch(locationsRequested({ ownerId }))}>
            <T id="ui.retry" />
          </Button>
        </p>
      )}
      {isReady && (
        <>
          <ChoicesField
            name="locationIds"
            required
            label={t(rules.isCompany ? 'jobForm.location' : 'jobForm.locations')}
            hint={options.length === 0 && locations.status === 'loaded' ? t('jobForm.noLocations') : undefined}
            options={options}
          />
          {lacksPlace && !rules.choosesBranch && <OwnPlace />}
          <Button icon="pin" small onClick={() => setAdding(true)}>
            {t('jobForm.addLocation')}
          </Button>
        </>
      )}
      {adding && <AddLocationDialog ownerId={ownerId} onAdded={handleAdded} onClose={() => setAdding(false)} />}
    </Section>
  );
};
