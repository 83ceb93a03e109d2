import { useState } from 'react';
import { Formik } from 'formik';
import { MAP_ZOOM_COUNTRY, MAP_ZOOM_PLACE, TAG_MAX } from '../../../contract/constants/limits';
import { locationSubmitted, selectJobLookups } from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import { locationText, type GeoPoint } from '../../lib/location';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { TextField } from '../../ui/TextField';
import { T, useText } from '../../ui/text';
import { PlacePicker } from '../../widgets/PlacePicker/PlacePicker';
import { AdditionDialog } from './AdditionDialog';
import styles from './JobForm.module.css';

interface LocationValues {
  name: string;
  place: (GeoPoint & { name: string }) | null;
}

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
  /** The values that lacked something when the user last pressed "Add". */
  const [incomplete, setIncomplete] = useState<LocationValues | null>(null);
  const handleSubmit = (values: LocationValues) => {
    const name = values.name.trim();
    const isWhole = name !== '' && values.place !== null;
    setIncomplete(isWhole ? null : values);
    if (isWhole && values.place) dispatch(locationSubmitted({ ownerId, name, location: locationText(values.place) }));
  };
  const home = user?.location ?? user?.country ?? { latitude: 39, longitude: 35 };
  return (
    <Formik<LocationValues> initialValues={{ name: '', place: null }} onSubmit={handleSubmit}>
      {({ values }) => (
        <AdditionDialog
          id="new-location"
          wide
          title={t('jobForm.addLocation')}
          addition={newLocation}
          onSubmit={() => handleSubmit(values)}
          onAdded={onAdded}
          onClose={onClose}
        >
          <TextField name="name" label={t('jobForm.locationName')} maxLength={TAG_MAX} autoComplete="off" />
          <PlacePicker
            name="place"
            label={t('profile.field.location')}
            hint={t('jobForm.locationSearchHint')}
            mapLabel={t('jobForm.locationPoint')}
            centre={home}
            zoom={values.place || user?.location ? MAP_ZOOM_PLACE : MAP_ZOOM_COUNTRY}
          />
          {incomplete === values && (
            <p className={styles.problem} role="alert">
              <T id="jobForm.errors.allFields" />
            </p>
          )}
        </AdditionDialog>
      )}
    </Formik>
  );
};
