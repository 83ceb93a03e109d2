import type { ApplicationDetail } from '../../domains/applications';
import { firstDayStage } from '../../domains/firstDay';
import { readSettings } from '../../lib/settings';

/** Returns the look of the button of the next step. A first day that is not set has the main button. */
export const stepLook = (application: ApplicationDetail, now: number): 'primary' | 'secondary' =>
  firstDayStage(application, now, readSettings().timeZone) === 'unset' ? 'secondary' : 'primary';
