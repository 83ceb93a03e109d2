import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import { browserLocaleFound, selectLanguage, selectLocale } from '../domains/preferences';
import { noticeRaised } from '../domains/notices';
import { keptAnswerServed, selectIsOffline, serverAnswered } from '../domains/program';
import { selectAccessToken, selectOfflineReader, selectUser, sessionExpired } from '../domains/session';
import type { Ports } from '../domains/kit/effects';
import { createApi } from '../lib/api';
import {
  removeCookie,
  setCookie,
  randomId,
  saveFile,
  documentVisibility,
  nextTask,
  nextTry,
  whenIdle,
} from '../lib/browser';
import { withEarlyCalls } from '../lib/earlyCalls';
import { createKeptAnswers } from '../lib/withKeptAnswers';
import { createHttp, type HttpOptions } from '../lib/http';
import { lazyEventStream } from '../lib/lazyEventStream';
import { browserLocales, negotiateLocale } from '../lib/locales';
import { BASE_PATH, SERVICE_WORKER } from '../lib/paths';
import { deviceNow, learnClock, serverNow } from '../lib/serverClock';
import { createSessionChannel, createTabs } from '../lib/sessionChannel';
import type { RuntimeSettings } from '../lib/settings';
import { browserStorage } from '../lib/storage';
import { dailyTexts, listTexts, showLocale, wholeTexts } from '../lib/texts';
import { withProofOfWork } from '../lib/withProofOfWork';
import { createAppStore, whenRehydrated, type AppStore } from '../store/createStore';
import type { Recorder } from '../store/recorder';
import { setLaterWorkLoader } from '../store/withLaterWork';
import { createRouter, type Router } from '../ui/router';
import { setBackOfficeLoader } from './access';
import { routeObjects, Shell } from './routeObjects';
import { APP_ROUTES } from './routes';
import { recordPlaces } from './support/recordPlaces';
import { replayRoutes } from './support/SupportProvider';

/** Milliseconds for the first page's own files and data before the rest of the daily work loads. */
const REST_DELAY = 1_000;

const navigation = (router: Router): Ports['navigate'] => ({
  to: router.navigate,
  reload: (path) => globalThis.location.assign(`${BASE_PATH}${path}`),
});

/** Builds the program from the settings: the browser's ports, the store and the router. */
export const compose = (settings: RuntimeSettings) => {
  const late: {
    store?: AppStore;
    openWorkplace?: () => Promise<void>;
    openLaterWork?: () => Promise<void>;
    recorder?: Recorder;
  } = {};
  let loading: Promise<unknown> | undefined;
  let hasLoaded = false;
  /** Loads the rest of the daily work after the first page. */
  const openRest = () => void late.openLaterWork?.().then(kept.begin, () => nextTry().then(openRest));
  /** Loads the domains, the texts and the page in parallel. */
  const loadFirstPage = async () => {
    const pathname = globalThis.location.pathname.slice(BASE_PATH.length);
    const preload = import('./preload');
    const preloading = preload.then(async ({ preloadMainPages, preloadPage }) => {
      await preloadPage(pathname);
      if (selectNow(selectUser)) preloadMainPages({ navigator: globalThis.navigator });
    });
    const preloads = [Shell.preload(), preloading].map((loading) => loading.catch(() => undefined));
    // The first use reads all locales, which takes longer than a frame. Now the files are on their way.
    void nextTask().then(() => {
      Intl.NumberFormat.supportedLocalesOf('en');
      Intl.DateTimeFormat.supportedLocalesOf('en');
    });
    await Promise.all([late.openWorkplace?.(), listTexts(), ...preloads]);
    hasLoaded = true;
    preload.then(({ watchLinks }) => watchLinks(document)).catch(() => undefined);
    setTimeout(() => whenIdle(openRest), REST_DELAY);
  };
  const loadFirstPageOnce = () =>
    (loading ??= loadFirstPage().catch((error: unknown) => {
      // The next request loads what is missing.
      loading = undefined;
      throw error;
    }));
  const loader = { load: loadFirstPageOnce, hasLoaded: () => hasLoaded };
  const router = createRouter([...replayRoutes(settings), ...routeObjects(APP_ROUTES, loader)], {
    history: createBrowserHistory(),
    basename: BASE_PATH,
  });
  const selectNow = <R>(selector: (state: ReturnType<AppStore['getState']>) => R): R | null =>
    late.store ? selector(late.store.getState()) : null;

  const send = learnClock((...args) => fetch(...args));
  const options: Omit<HttpOptions, 'baseUrl'> = {
    getToken: () => selectNow(selectAccessToken),
    getLanguage: () => selectNow(selectLanguage) ?? 'en',
    onUnauthorized: () => void late.store?.dispatch(sessionExpired()),
    onResponse: (answer) => {
      late.recorder?.responseReceived(answer);
      if (answer.status > 0 && selectNow(selectIsOffline)) late.store?.dispatch(serverAnswered());
    },
    fetch: withEarlyCalls(send),
  };
  const notify: Ports['notify'] = (notice) => void late.store?.dispatch(noticeRaised(notice));
  const getCountry = () => selectNow(selectUser)?.country.country_code ?? null;

  const kept = createKeptAnswers({
    getOwner: () => selectNow(selectOfflineReader),
    // Without a network a page knows no other clock.
    now: deviceNow,
    onServed: (at) => void late.store?.dispatch(keptAnswerServed({ at })),
    load: () => import('../lib/keptAnswers/store'),
  });

  const workerUrl = () => `${SERVICE_WORKER}?language=${options.getLanguage()}`;

  const { store, persistor, openWorkplace, openLaterWork, openBackOffice, recorder } = createAppStore({
    ports: {
      api: kept.wrap(
        createApi({
          main: withProofOfWork(createHttp({ ...options, baseUrl: settings.mainApi, getCountry }), {
            // Servers request a proof of work only under heavy load.
            solve: async (...args) => (await import('../lib/solveChallenge')).solveChallenge(...args),
            onLongWait: () => notify({ id: 'ui.checking', kind: 'info' }),
          }),
          shared: createHttp({ ...options, baseUrl: settings.sharedApi }),
          geo: createHttp({
            ...options,
            baseUrl: settings.geoApi,
            // Another server has another clock.
            fetch: (...args) => fetch(...args),
            getCountry: () => getCountry() ?? settings.countryCode,
          }),
        }),
      ),
      clock: { now: serverNow },
      navigate: navigation(router),
      notify,
      channel: createSessionChannel(),
      stream: lazyEventStream(async () =>
        (await import('../lib/eventStream')).createEventStream({
          url: `${settings.mainApi}/events`,
          getToken: options.getToken,
          fetch: send,
          getLanguage: options.getLanguage,
          getCountry,
        }),
      ),
      tabs: createTabs(),
      visibility: documentVisibility,
      // The first page needs none of these.
      webPush: async () => (await import('../lib/webPush')).createWebPush(settings.vapidPublicKey, workerUrl),
      program: async () => (await import('../lib/keptProgram')).createKeptProgram(workerUrl),
      upload: async (...args) => (await import('../lib/upload')).uploadFile(...args),
      saveFile,
      random: { id: randomId },
      cookies: { set: setCookie, remove: removeCookie },
    },
    storage: browserStorage(),
    devTools: settings.devTools,
    report: (error) => reportError(error),
  });
  late.store = store;
  store.subscribe(kept.follow);
  late.openWorkplace = openWorkplace;
  late.openLaterWork = async () => {
    // Its sagas show notices, which need their texts.
    await dailyTexts();
    await nextTask();
    await openLaterWork();
  };
  setLaterWorkLoader(late.openLaterWork);
  setBackOfficeLoader(async () => void (await Promise.all([late.openLaterWork?.(), openBackOffice(), wholeTexts()])));
  late.recorder = recorder;
  recordPlaces(router, recorder);
  // Writes pending changes to the storage before the page closes.
  document.addEventListener('visibilitychange', () => document.hidden && void persistor.flush());
  store.dispatch(browserLocaleFound(negotiateLocale(browserLocales())));
  /** Loads what the first page of a signed-in user needs. The page itself retries a failed load and shows the error. */
  const prepare = async () => {
    await whenRehydrated(persistor);
    if (selectNow(selectOfflineReader) === null) kept.forget();
    if (!selectNow(selectAccessToken)) return;
    // Requests the texts of the lists at once, instead of those of the sign-in page.
    void listTexts();
    showLocale(selectLocale(store.getState()));
    await loadFirstPageOnce().catch(() => undefined);
  };
  return { store, router, recorder, prepare };
};

export type Composition = Omit<ReturnType<typeof compose>, 'prepare'>;
