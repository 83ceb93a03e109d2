import { useRef, useEffect, useState, useEffectEvent, useMemo, type FormEvent, type ReactNode } from 'react';
import { Formik, useFormikContext } from 'formik';
import { object } from 'yup';
import { MAP_ZOOM_COUNTRY, MAP_ZOOM_PLACE, TAG_MAX } from '../../../contract/constants/limits';
import {
  locationSubmitted,
  selectJobLookups,
  additionReset,
  locationsRequested,
  type CompanyLocation,
  type Job,
} from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import { locationText, type GeoPoint } from '../../lib/location';
import { chosenRule, requiredText } from '../../lib/rules';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { dataOr, type Loadable } from '../../domains/kit/loadable';
import { TextField } from '../../ui/TextField';
import { RetryButton } from '../../ui/State';
import { T, useText, useHasText } from '../../ui/text';
import { FirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { Button } from '../../ui/Button';
import { ChoicesField } from '../../ui/fields';
import { useLeaveQuestion } from '../../ui/FormModal';
import { Modal } from '../../ui/Modal';
import { PlacePicker } from '../../widgets/PlacePicker/PlacePicker';
import type { JobValues } from './values';
import type { JobFormRules } from './form';
import { Section } from './JobFormFrame';
import styles from './JobForm.module.css';

/** Shows why an addition failed: the server's reason, or "Unknown error" (docs/PRODUCT.md#places-of-work). */
const AdditionProblem = ({ addition }: { addition: Loadable<number> }) => {
  const t = useText();
  const hasText = useHasText();
  if (addition.status !== 'failed') return null;
  const { kind, key } = addition.error;
  const byKey = `errors.keys.${key}`;
  const byKind = `errors.kinds.${kind}` as const;
  return (
    <p className="alarming size-14" role="alert">
      {kind === 'unknown' ? t('jobForm.errors.unknown') : t(hasText(byKey) && kind !== 'network' ? byKey : byKind)}
    </p>
  );
};

interface AdditionDialogProps {
  /** Id of the form's element. */
  id: string;
  title: string;
  wide?: boolean;
  /** The state of the addition with the id of what was added. */
  addition: Loadable<number>;
  hasInput: boolean;
  onSubmit: () => void;
  onAdded: (id: number) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the job form that adds something the form can choose. */
export const AdditionDialog = (props: AdditionDialogProps) => {
  const { id, title, wide, addition, hasInput, onSubmit, onAdded, onClose, children } = props;
  const t = useText();
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(additionReset());
    return () => void dispatch(additionReset());
  }, [dispatch]);
  const added = addition.status === 'loaded' ? addition.data : null;
  useEffect(() => {
    if (added !== null) onAdded(added);
  }, [added, onAdded]);
  const { ask, question } = useLeaveQuestion(onClose);
  const handleClose = () => (hasInput ? ask() : onClose());
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the submit to the surrounding job form, which must not submit.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <>
      <Modal
        open
        wide={wide}
        title={title}
        onClose={handleClose}
        foot={
          <>
            <Button onClick={handleClose}>{t('ui.cancel')}</Button>
            <Button look="primary" type="submit" form={id} busy={addition.status === 'loading'}>
              {t('jobForm.add')}
            </Button>
          </>
        }
      >
        <form id={id} className="grid gap-16" onSubmit={handleSubmit} noValidate>
          {children}
        </form>
        <AdditionProblem addition={addition} />
      </Modal>
      {question}
    </>
  );
};

interface LocationValues {
  name: string;
  place: (GeoPoint & { name: string }) | null;
}

const schema = object({ name: requiredText(TAG_MAX), place: chosenRule() });

interface AddLocationDialogProps {
  ownerId: number | null;
  onAdded: (id: number) => void;
  onClose: () => void;
}

/** Adds a place of work. The name and the place on the map are both required. */
const AddLocationDialog = ({ ownerId, onAdded, onClose }: AddLocationDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { newLocation } = useFields(selectJobLookups, 'newLocation');
  const fields = useRef<HTMLDivElement>(null);
  // Returns a promise so that Formik knows when the submit ends.
  const handleSubmit = async ({ name, place }: LocationValues) => {
    if (place) dispatch(locationSubmitted({ ownerId, name: name.trim(), location: locationText(place) }));
  };
  const home = user?.location ?? user?.country ?? { latitude: 39, longitude: 35 };
  return (
    <Formik<LocationValues> initialValues={{ name: '', place: null }} validationSchema={schema} onSubmit={handleSubmit}>
      {({ values, dirty, submitForm, submitCount, isValid }) => (
        <AdditionDialog
          id="new-location"
          wide
          title={t('jobForm.addLocation')}
          addition={newLocation}
          hasInput={dirty}
          onSubmit={() => void submitForm()}
          onAdded={onAdded}
          onClose={onClose}
        >
          <FirstErrorFocus form={fields} />
          <div ref={fields} className="grid gap-16">
            <TextField name="name" required label={t('jobForm.locationName')} maxLength={TAG_MAX} autoComplete="off" />
            <PlacePicker
              name="place"
              label={t('profile.field.location')}
              hint={t('jobForm.locationSearchHint')}
              mapLabel={t('jobForm.locationPoint')}
              centre={home}
              zoom={values.place || user?.location ? MAP_ZOOM_PLACE : MAP_ZOOM_COUNTRY}
            />
          </div>
          {submitCount > 0 && !isValid && (
            <T as="p" className="alarming size-14" role="alert" id="jobForm.errors.allFields" />
          )}
        </AdditionDialog>
      )}
    </Formik>
  );
};

/** Offers the user's own place as the first place of work, with one press. As the only place it is chosen at once. */
const OwnPlace = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { newLocation } = useFields(selectJobLookups, 'newLocation');
  /** True from the press on, because the dialog for other places shares the state of the addition. */
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => () => void dispatch(additionReset()), [dispatch]);
  const location = user?.location;
  if (!user || !location) return null;
  const place = location.name ?? user.companyName ?? locationText(location);
  const handlePress = () => {
    setIsPressed(true);
    dispatch(locationSubmitted({ ownerId: null, name: user.companyName ?? place, location: locationText(location) }));
  };
  return (
    <>
      <Button icon="pin" small busy={isPressed && newLocation.status === 'loading'} onClick={handlePress}>
        {t('jobForm.ownPlace', { place })}
      </Button>
      {isPressed && <AdditionProblem addition={newLocation} />}
    </>
  );
};

/** Returns the id of the owner's only place of work; undefined without places or with several. */
export const useSoleLocationId = (): number | undefined => {
  const { locations } = useFields(selectJobLookups, 'locations');
  const [only, ...more] = locations.status === 'loaded' ? locations.data : [];
  return more.length === 0 ? only?.id : undefined;
};

/** Chooses the only place of work as soon as it is known. The user may take the choice back. */
const useSoleLocation = (isReady: boolean) => {
  const soleId = useSoleLocationId();
  const id = isReady ? soleId : undefined;
  const { values, errors, setFieldValue } = useFormikContext<JobValues>();
  const choose = useEffectEvent((sole: number) => {
    if (values.locationIds.length === 0) void setFieldValue('locationIds', [sole], 'locationIds' in errors);
  });
  useEffect(() => {
    if (id !== undefined) choose(id);
  }, [id]);
};

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
      {!isReady && <T as="p" className={styles.note} id="jobForm.branchFirst" />}
      {isReady && locations.status === 'failed' && (
        <p className="alarming size-14" role="alert">
          <T id="jobForm.errors.fetchingLocations" />{' '}
          <RetryButton small onClick={() => dispatch(locationsRequested({ ownerId }))} />
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
