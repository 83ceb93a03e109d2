import { accountReducer, accountSaga, passwordsReducer, restorationReducer } from '../domains/account';
import { basketReducer, basketSaga, purchaseReducer } from '../domains/basket';
import { publicPageReducer, publicPageSaga } from '../domains/publicPage';
import { spawnAll } from '../domains/kit/safely';
import { undoReducer } from '../domains/kit/undo';
import { importsReducer, importsSaga } from '../domains/imports';
import { catalogueReducer, packagesReducer, packagesSaga } from '../domains/packages';
import { checkoutReducer, paymentReducer, paymentSaga, statementReducer } from '../domains/payment';
import { privacyReducer, privacySaga } from '../domains/privacy';
import { phoneVerificationReducer, phoneVerificationSaga } from '../domains/phoneVerification';
import { organisationSettingsReducer, profileReducer, profileSaga, signInsReducer } from '../domains/profile';

const reducersOf = () => ({
  account: accountReducer,
  passwords: passwordsReducer,
  restoration: restorationReducer,
  phoneVerification: phoneVerificationReducer,
  profile: profileReducer,
  signIns: signInsReducer,
  organisationSettings: organisationSettingsReducer,
  packages: packagesReducer,
  catalogue: catalogueReducer,
  basket: basketReducer,
  undo: undoReducer,
  purchase: purchaseReducer,
  payment: paymentReducer,
  checkout: checkoutReducer,
  statement: statementReducer,
  imports: importsReducer,
  publicPage: publicPageReducer,
  privacy: privacyReducer,
});

const WATCHERS = [
  accountSaga,
  phoneVerificationSaga,
  profileSaga,
  packagesSaga,
  basketSaga,
  paymentSaga,
  importsSaga,
  publicPageSaga,
  privacySaga,
];

/** The domains of accounts and purchases, a separate bundle that the daily work does not need. */
export const backOffice = { reducersOf, saga: () => spawnAll(WATCHERS) };
