export { registerHires } from './routes';
export { remindersOf as remindersOfFirstDay } from './rules';
export { confirmFirstDay } from './service';
