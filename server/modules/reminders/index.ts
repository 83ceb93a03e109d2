export { sendReminders } from './service';
