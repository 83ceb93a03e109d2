export { lockApplicationForAppointment } from './applicationRepository';
export { findRecord } from './listRepository';
export { presentOne } from './listService';
export { recordAnswers } from './outcomeService';
export { presentAppointment } from './presenter';
export { lockAppointment } from './repository';
export { registerAppointments } from './routes';
export { answerAsWorker, expireDue } from './service';
