import type { Traceable } from '../../domains/kit/traceable';
import { traceable as account } from '../../domains/account/traceable';
import { traceable as applications } from '../../domains/applications/traceable';
import { traceable as appointments } from '../../domains/appointments/traceable';
import { traceable as basket } from '../../domains/basket/traceable';
import { traceable as bulks } from '../../domains/bulks/traceable';
import { traceable as chat } from '../../domains/chat/traceable';
import { traceable as decisions } from '../../domains/decisions/traceable';
import { traceable as publicPage } from '../../domains/publicPage/traceable';
import { traceable as exports } from '../../domains/exports/traceable';
import { traceable as firstDay } from '../../domains/firstDay/traceable';
import { traceable as imports } from '../../domains/imports/traceable';
import { traceable as jobs } from '../../domains/jobs/traceable';
import { traceable as kit } from '../../domains/kit/traceable';
import { traceable as notices } from '../../domains/notices/traceable';
import { traceable as openPayments } from '../../domains/openPayments/traceable';
import { traceable as organisation } from '../../domains/organisation/traceable';
import { traceable as packages } from '../../domains/packages/traceable';
import { traceable as payment } from '../../domains/payment/traceable';
import { traceable as phoneVerification } from '../../domains/phoneVerification/traceable';
import { traceable as preferences } from '../../domains/preferences/traceable';
import { traceable as privacy } from '../../domains/privacy/traceable';
import { traceable as profile } from '../../domains/profile/traceable';
import { traceable as reference } from '../../domains/reference/traceable';
import { traceable as session } from '../../domains/session/traceable';
import { traceable as today } from '../../domains/today/traceable';
import { traceable as views } from '../../domains/views/traceable';

export const DECLARATIONS: Readonly<Record<string, Traceable>> = {
  account,
  applications,
  appointments,
  basket,
  bulks,
  chat,
  decisions,
  publicPage,
  exports,
  firstDay,
  imports,
  jobs,
  kit,
  notices,
  openPayments,
  organisation,
  packages,
  payment,
  phoneVerification,
  preferences,
  privacy,
  profile,
  reference,
  session,
  today,
  views,
};

/** Returns all field names that the domains declare for one purpose. */
export const declared = (purpose: keyof Traceable): ReadonlySet<string> =>
  new Set(Object.values(DECLARATIONS).flatMap((declaration) => declaration[purpose]?.trim().split(/\s+/) ?? []));
