import type { Page } from '@playwright/test';

interface Recorder {
  actions: number;
  found: string[];
}
declare global {
  interface Window {
    moneyRecorder: Recorder;
  }
}

/**
 * Before the page loads: turns on the support trace and searches every action, every state and the trace for the
 * secrets.
 */
export const recordStore = async (page: Page, secrets: readonly string[]) => {
  await page.route('**/dashboard/**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"devTools":false', '"devTools":true'),
    });
  });
  await page.addInitScript((wanted) => {
    type Reducer = (state: unknown, action: { type: string }) => unknown;
    type Store = { replaceReducer(reducer: Reducer): void };
    type Create = (reducer: Reducer, state?: unknown) => Store;
    type Options = Record<'actionSanitizer' | 'stateSanitizer', (value: unknown) => unknown>;
    const recorder: Recorder = (window.moneyRecorder = { actions: 0, found: [] });
    const look = (where: string, value: unknown) => {
      const text = JSON.stringify(value) ?? '';
      for (const secret of wanted) if (text.includes(secret)) recorder.found.push(`${where}: ${secret}`);
    };
    const enhancer = ({ actionSanitizer, stateSanitizer }: Options) => {
      const wrap =
        (reducer: Reducer): Reducer =>
        (state, action) => {
          const next = reducer(state, action);
          recorder.actions += 1;
          look(`action ${action.type}`, action);
          look(`state after ${action.type}`, next);
          look(`trace of ${action.type}`, [actionSanitizer(action), stateSanitizer(next)]);
          return next;
        };
      return (create: Create): Create =>
        (reducer, state) => {
          const store = create(wrap(reducer), state);
          return { ...store, replaceReducer: (other: Reducer) => store.replaceReducer(wrap(other)) };
        };
    };
    const compose =
      (options: Options) =>
      (...enhancers: ((create: Create) => Create)[]) =>
      (create: Create) =>
        enhancers.reduceRight((made, one) => one(made), enhancer(options)(create));
    Object.assign(window, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: compose });
  }, secrets);
};

/** Returns how many actions were searched since the page was loaded, and what was found. */
export const recorded = (page: Page): Promise<Recorder> => page.evaluate(() => window.moneyRecorder);

/** Returns where in the browser a secret is stored now: storages, databases, history, address, window name, caches. */
export const tracesInBrowser = (page: Page, secrets: readonly string[]): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('the database cannot be read'));
      });
    const databases: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames)
        databases.push([name, store, await read(database.transaction(store).objectStore(store).getAll())]);
      database.close();
    }
    const places: Record<string, unknown> = {
      localStorage: { ...localStorage },
      sessionStorage: { ...sessionStorage },
      IndexedDB: databases,
      'history.state': history.state,
      URL: location.href,
      cookies: document.cookie,
      'window.name': window.name,
      caches: await Promise.all(
        (await caches.keys()).map(async (key) => (await (await caches.open(key)).keys()).map(({ url }) => url)),
      ),
    };
    return Object.entries(places).flatMap(([place, value]) =>
      wanted.filter((secret) => JSON.stringify(value)?.includes(secret)).map((secret) => `${place}: ${secret}`),
    );
  }, secrets);
