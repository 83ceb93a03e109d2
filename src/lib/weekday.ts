import moment from 'moment';
import 'moment/locale/es';
import 'moment/locale/tr';
import { dayAt } from '../../contract/zone';
import { readSettings } from './settings';

/** Returns the weekday of an instant (ISO) in the marketplace's zone, in the locale of `useDateLocale`. */
export const weekday = (iso: string, locale: string): string =>
  moment
    .utc(dayAt(Date.parse(iso), readSettings().timeZone))
    .locale(locale)
    .format('dddd');
