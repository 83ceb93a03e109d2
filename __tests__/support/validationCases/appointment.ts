/** A change of a valid invitation with the field and key of its error; a null field means that it is valid. */
interface AppointmentCase {
  name: string;
  change: Record<string, unknown>;
  field: 'startAt' | 'latitude' | 'longitude' | 'address' | null;
  key?: string;
}

/** Cases that the form and the server must decide alike (docs/PRODUCT.md#invitation). */
export const APPOINTMENT_CASES: readonly AppointmentCase[] = [
  { name: 'a valid body', change: {}, field: null },
  { name: 'no address', change: { address: null }, field: null },
  { name: 'no time', change: { startAt: undefined }, field: 'startAt', key: 'field.required' },
  { name: 'in the past', change: { startAt: '2020-01-01 10:00:00' }, field: 'startAt', key: 'appointmentDateError' },
  { name: 'on an impossible day', change: { startAt: '2030-02-31 10:00:00' }, field: 'startAt', key: 'field.invalid' },
  {
    name: 'off the steps of 5 minutes',
    change: { startAt: '2030-02-01 10:03:00' },
    field: 'startAt',
    key: 'field.invalid',
  },
  { name: 'with seconds', change: { startAt: '2030-02-01 10:05:30' }, field: 'startAt', key: 'field.invalid' },
  { name: 'as an ISO time', change: { startAt: '2030-02-01T10:00:00Z' }, field: 'startAt', key: 'field.invalid' },
  {
    name: 'too late for the store',
    change: { startAt: '9999-12-31 23:55:00' },
    field: 'startAt',
    key: 'field.invalid',
  },
  { name: 'north of the pole', change: { latitude: 90.1 }, field: 'latitude', key: 'field.too_large' },
  { name: 'without a place', change: { longitude: undefined }, field: 'longitude', key: 'field.required' },
  { name: 'with a latitude as text', change: { latitude: '41' }, field: 'latitude', key: 'field.invalid' },
  { name: 'an overlong address', change: { address: 'x'.repeat(5000) }, field: 'address', key: 'field.too_long' },
];
