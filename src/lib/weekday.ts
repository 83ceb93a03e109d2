import moment from 'moment';
import 'moment/locale/es';
import 'moment/locale/tr';
import { dayAt } from '../../contract/zone';
import { readSettings } from './settings';

/** The weekday's name of an instant (ISO) in the marketplace's zone, in the date locale or in the one given. */
export const weekday = (iso: string, locale = readSettings().dateLocale): string =>
  moment
    .utc(dayAt(Date.parse(iso), readSettings().timeZone))
    .locale(locale)
    .format('dddd');
