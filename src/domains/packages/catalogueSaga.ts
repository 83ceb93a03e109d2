import { all, call, delay, put, race, take, takeLatest } from 'redux-saga/effects';
import { paths } from '../../lib/paths';
import { sessionResumed } from '../session';
import { callApi, port, read, type Step } from '../kit/effects';
import { isSignedOut, toFailure } from '../kit/failure';
import { dataOr } from '../kit/loadable';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { getPackages } from './api';
import { nextOfferEnd } from './catalogueRules';
import { catalogueActions, catalogueLeft, catalogueOpened, packagesRequested, plansRequested } from './catalogueSlice';
import { selectCatalogue } from './selectors';

const { packagesLoaded, pricesRefreshed } = catalogueActions;

function* loadPackages(): Step<void> {
  yield* request({
    send: getPackages,
    onLoaded: packagesLoaded,
    onFailed: catalogueActions.packagesFailed,
  });
}

function* loadPlans(): Step<void> {
  yield* request({
    send: (api) => api.call('GET /product/subscription/plan'),
    onLoaded: catalogueActions.plansLoaded,
    onFailed: catalogueActions.plansFailed,
  });
}

/** Loads packages and plans separately, so that one stays usable when the other fails. */
function* open(): Step<void> {
  yield race([all([call(loadPackages), call(loadPlans)]), take(catalogueLeft)]);
}

/** The browser's clock may be ahead of the server's; milliseconds before the next request when the offer still runs. */
const RETRY_DELAY = 5000;
/** Longest delay of a timer in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Waits for the end of the next limited-time price, then reloads the catalogue in the background. Reloads the page
 * only if that fails. See docs/PRODUCT.md#catalogue.
 */
function* refreshAtEnd(): Step<void> {
  const clock = yield* port('clock');
  for (;;) {
    const end = nextOfferEnd(dataOr((yield* read(selectCatalogue)).packages, []));
    if (end === null) return;
    const remaining = end - clock.now();
    yield delay(remaining > 0 ? Math.min(remaining, MAX_DELAY) : RETRY_DELAY);
    if (end > clock.now()) continue;
    try {
      yield put(pricesRefreshed(yield* callApi(getPackages)));
    } catch (error) {
      // The user must sign in first; after that the catalogue reloads anyway.
      if (isSignedOut(toFailure(error))) return;
      const navigate = yield* port('navigate');
      navigate.reload(paths.packages());
      return;
    }
  }
}

function* watchPrices(): Step<void> {
  if (!(yield* read(selectCatalogue)).isOpen) return;
  yield race([call(refreshAtEnd), take(catalogueLeft)]);
}

/** Reloads loaded prices after the user signs in again, because they may have changed; others are loading already. */
function* refreshAfterSignIn(): Step<void> {
  const { isOpen, packages, plans } = yield* read(selectCatalogue);
  if (!isOpen) return;
  if (packages.status === 'loaded') yield put(packagesRequested());
  if (plans.status === 'loaded') yield put(plansRequested());
}

export function* catalogueSaga(): Step<void> {
  yield all([
    takeLatest(catalogueOpened, safely(open)),
    takeLatest(packagesRequested, safely(loadPackages)),
    takeLatest(plansRequested, safely(loadPlans)),
    takeLatest(packagesLoaded, safely(watchPrices)),
    takeLatest(sessionResumed, safely(refreshAfterSignIn)),
  ]);
}
