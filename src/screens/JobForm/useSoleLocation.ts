import { useEffect, useEffectEvent } from 'react';
import { useFormikContext } from 'formik';
import { selectJobLookups } from '../../domains/jobs';
import { useFields } from '../../store/hooks';
import type { JobValues } from './values';

/** Returns the id of the owner's only place of work; undefined without places or with several. */
export const useSoleLocationId = (): number | undefined => {
  const { locations } = useFields(selectJobLookups, 'locations');
  const [only, ...more] = locations.status === 'loaded' ? locations.data : [];
  return more.length === 0 ? only?.id : undefined;
};

/** Chooses the only place of work as soon as it is known. The user may take the choice back. */
export const useSoleLocation = (isReady: boolean) => {
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
