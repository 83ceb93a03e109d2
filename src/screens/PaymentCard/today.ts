import { dayAt } from '../../../contract/zone';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';

/**
 * Returns the day in the marketplace's zone as `YYYY-MM-DD`. A card expires by this calendar, whatever the browser's
 * zone is.
 */
export const today = (): string => dayAt(serverNow(), readSettings().timeZone);
