import moment from 'moment';
import 'moment/locale/es';
import 'moment/locale/tr';
import { dayAt } from '../../contract/zone';
import { readSettings } from './settings';

/** Returns the weekday of an instant (ISO) in the marketplace's zone, by default in the date locale. */
export const weekday = (iso: string, locale = readSettings().dateLocale): string =>
  moment
    .utc(dayAt(Date.parse(iso), readSettings().timeZone))
    .locale(locale)
    .format('dddd');
