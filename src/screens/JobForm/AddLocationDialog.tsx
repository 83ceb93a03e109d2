import { useRef } from 'react';
import { Formik } from 'formik';
import { object } from 'yup';
import { MAP_ZOOM_COUNTRY, MAP_ZOOM_PLACE, TAG_MAX } from '../../../contract/constants/limits';
import { locationSubmitted, selectJobLookups } from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import { locationText, type GeoPoint } from '../../lib/location';
import { chosenRule, requiredText } from '../../lib/rules';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { TextField } from '../../ui/TextField';
import { T, useText } from '../../ui/text';
import { FirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { PlacePicker } from '../../widgets/PlacePicker/PlacePicker';
import { AdditionDialog } from './AdditionDialog';
import styles from './JobForm.module.css';

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
export const AddLocationDialog = ({ ownerId, onAdded, onClose }: AddLocationDialogProps) => {
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
      {({ values, submitForm, submitCount, isValid }) => (
        <AdditionDialog
          id="new-location"
          wide
          title={t('jobForm.addLocation')}
          addition={newLocation}
          onSubmit={() => void submitForm()}
          onAdded={onAdded}
          onClose={onClose}
        >
          <FirstErrorFocus form={fields} />
          <div ref={fields} className={styles.dialogForm}>
            <TextField name="name" label={t('jobForm.locationName')} maxLength={TAG_MAX} autoComplete="off" />
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
            <p className={styles.problem} role="alert">
              <T id="jobForm.errors.allFields" />
            </p>
          )}
        </AdditionDialog>
      )}
    </Formik>
  );
};
