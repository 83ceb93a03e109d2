import { useState } from 'react';
import { MAP_ZOOM_COUNTRY, MAP_ZOOM_PLACE, TAG_MAX } from '../../../contract/constants/limits';
import { locationSubmitted, selectJobLookups } from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import type { GeoPoint } from '../../lib/location';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { PlainField } from '../../ui/PlainField';
import { T, useText } from '../../ui/text';
import { PinMap } from '../../widgets/PlacePicker/PinMap';
import { AdditionDialog } from './AdditionDialog';
import styles from './JobForm.module.css';

interface AddLocationDialogProps {
  ownerId: number | null;
  onAdded: (id: number) => void;
  onClose: () => void;
}

/** Adds a place of work. The name and the point on the map are both required. */
export const AddLocationDialog = ({ ownerId, onAdded, onClose }: AddLocationDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { newLocation } = useFields(selectJobLookups, 'newLocation');
  const [name, setName] = useState('');
  const [point, setPoint] = useState<GeoPoint | null>(null);
  const [missing, setMissing] = useState(false);
  const handleSubmit = () => {
    const isWhole = name.trim() !== '' && point !== null;
    setMissing(!isWhole);
    if (!isWhole) return;
    const location = `${point.latitude.toFixed(6)}, ${point.longitude.toFixed(6)}`;
    dispatch(locationSubmitted({ ownerId, name: name.trim(), location }));
  };
  const home = user?.location ?? user?.country ?? { latitude: 39, longitude: 35 };
  return (
    <AdditionDialog
      id="new-location"
      wide
      title={t('jobForm.addLocation')}
      addition={newLocation}
      onSubmit={handleSubmit}
      onAdded={onAdded}
      onClose={onClose}
    >
      <PlainField
        label={t('jobForm.locationName')}
        value={name}
        maxLength={TAG_MAX}
        onChange={(value) => {
          setName(value);
          setMissing(false);
        }}
      />
      <PinMap
        point={point}
        centre={home}
        zoom={user?.location ? MAP_ZOOM_PLACE : MAP_ZOOM_COUNTRY}
        label={t('jobForm.locationPoint')}
        onMove={(next) => {
          setPoint(next);
          setMissing(false);
        }}
      />
      {missing && (
        <p className={styles.problem} role="alert">
          <T id="jobForm.errors.allFields" />
        </p>
      )}
    </AdditionDialog>
  );
};
