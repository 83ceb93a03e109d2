import { dayAt } from '../../../contract/zone';
import { readSettings } from '../../lib/settings';

/** The day it is in the marketplace, `YYYY-MM-DD`: a card runs out by its calendar, wherever the browser is. */
export const today = (): string => dayAt(Date.now(), readSettings().timeZone);
