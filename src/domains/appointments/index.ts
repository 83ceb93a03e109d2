export type { Appointment as AppointmentRow } from '../../../contract/schemas/appointments';
export * from './agenda';
export * from './current';
export * from './feed';
export * from './rowRules';
export * from './saga';
export * from './slice';
export * from './waitingText';
