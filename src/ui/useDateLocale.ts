import { useIntl } from 'react-intl';
import { dateLocaleFor } from '../lib/settings';

/** Returns the locale of weekdays and months; a setting of the server chooses it. */
export const useDateLocale = (): string => dateLocaleFor(useIntl().locale);
