import { dayAt } from '../../../contract/zone';
import { readSettings } from '../../lib/settings';

/**
 * Returns the day in the marketplace's zone as `YYYY-MM-DD`. A card expires by this calendar, whatever the browser's
 * zone is.
 */
export const today = (): string => dayAt(Date.now(), readSettings().timeZone);
