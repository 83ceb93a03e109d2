import { all, call, delay, put, race, take, takeLatest } from 'redux-saga/effects';
import { paths } from '../../lib/paths';
import { sessionResumed } from '../session';
import { ask, port, read, type Step } from '../kit/effects';
import { isSignedOut, toFailure } from '../kit/failure';
import { dataOr } from '../kit/loadable';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { getPackages } from './api';
import { nextEndOf } from './catalogueRules';
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
    send: (api, signal) => api.call('GET /product/subscription/plan', { signal }),
    onLoaded: catalogueActions.plansLoaded,
    onFailed: catalogueActions.plansFailed,
  });
}

/** The two come apart: a failure of one leaves the other to be used. */
function* open(): Step<void> {
  yield race([all([call(loadPackages), call(loadPlans)]), take(catalogueLeft)]);
}

/** This clock may be ahead of the server's, where the offer goes on: it is asked again after this long, in ms. */
const ASK_AGAIN = 5000;
/** Longest delay that a timer can hold, in ms. */
const LONGEST = 2 ** 31 - 1;

/**
 * Waits for the next price for a time to end, then loads the catalogue silently so that the price changes in place; only if
 * that fails the page is loaded anew. Spec 2, point 4.
 */
function* refreshAtEnd(): Step<void> {
  const clock = yield* port('clock');
  for (;;) {
    const end = nextEndOf(dataOr((yield* read(selectCatalogue)).packages, []));
    if (end === null) return;
    const rest = end - clock.now();
    yield delay(rest > 0 ? Math.min(rest, LONGEST) : ASK_AGAIN);
    if (end > clock.now()) continue;
    const api = yield* port('api');
    try {
      yield put(pricesRefreshed(yield* ask((signal) => getPackages(api, signal))));
    } catch (error) {
      // The session asks to sign in first; afterwards the catalogue is loaded again anyway.
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

/** Prices may have changed while the session was lost. What was not loaded yet is on its way. */
function* refreshAfterReturn(): Step<void> {
  const { isOpen, packages, plans } = yield* read(selectCatalogue);
  if (!isOpen) return;
  if (packages.status === 'loaded') yield put(packagesRequested());
  if (plans.status === 'loaded') yield put(plansRequested());
}

/** What companies can buy. */
export function* catalogueSaga(): Step<void> {
  yield all([
    takeLatest(catalogueOpened, safely(open)),
    takeLatest(packagesRequested, safely(loadPackages)),
    takeLatest(plansRequested, safely(loadPlans)),
    takeLatest(packagesLoaded, safely(watchPrices)),
    takeLatest(sessionResumed, safely(refreshAfterReturn)),
  ]);
}
