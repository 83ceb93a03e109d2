import { memoryStorage } from '../../../src/lib/storage';
import { commentSubmitted } from '../../../src/domains/applications';
import { loggedOut, loginSucceeded } from '../../../src/domains/session';
import { createAppStore } from '../../../src/store/createStore';
import { aComment } from '../../support/applicantBuilder';
import { aUser } from '../../support/builders';
import { fakeApi, ok } from '../../support/fakeApi';
import { settle } from '../../support/fakeClock';
import { fakePorts } from '../../support/fakePorts';
import { anInitialState } from '../../support/testStore';

const made = () => {
  const api = fakeApi();
  api.on('GET', '/job/job-categories/datalist', ok([{ id: 1, name: 'Garson' }]));
  const report = (error: unknown) => {
    throw error;
  };
  const { ports } = fakePorts(api);
  const storage = memoryStorage();
  return { api, storage, ...createAppStore({ ports, storage, devTools: false, report }) };
};

test('the domains that the sign-in page does not need load once, on request', async () => {
  const { store, openWorkplace } = made();
  await settle();
  expect(Object.keys(store.getState()).sort()).toEqual(['notices', 'preferences', 'reauthentication', 'session']);
  await Promise.all([openWorkplace(), openWorkplace()]);
  expect(store.getState().jobs.list).toEqual({ status: 'init' });
  expect(store.getState()).not.toHaveProperty('basket');
  expect(store.getState().session.start).toEqual({ status: 'loaded', data: null });
});

test('the parts load separately, and none removes another', async () => {
  const { store, openWorkplace, openLaterWork, openBackOffice } = made();
  await settle();
  await Promise.all([openBackOffice(), openWorkplace(), openBackOffice()]);
  expect(store.getState()).not.toHaveProperty('conversation');
  await openLaterWork();
  expect(Object.keys(store.getState()).sort()).toEqual(Object.keys(anInitialState()).sort());
});

test('persisted state stays persisted', async () => {
  const { store, openWorkplace, persistor, storage } = made();
  await settle();
  await openWorkplace();
  store.dispatch(loginSucceeded({ user: aUser(), accessToken: 'token-7' }));
  await persistor.flush();
  expect(await storage.getItem('persist:session')).toContain('token-7');
});

test('a user who signed in before the domains loaded gets the categories', async () => {
  const { api, store, openWorkplace } = made();
  await settle();
  store.dispatch(loginSucceeded({ user: aUser(), accessToken: 'token-1' }));
  await settle();
  expect(api.callsOf('GET', '/job/job-categories/datalist')).toHaveLength(0);
  await openWorkplace();
  await settle();
  expect(store.getState().reference.categories).toEqual({ status: 'loaded', data: [{ id: 1, name: 'Garson' }] });
});

describe('the rest of the daily work', () => {
  const COMMENT = '/job/application-comment';
  const comment = commentSubmitted({ applicationId: 101, workerId: 3, message: 'Called' });
  const signedIn = loginSucceeded({ user: aUser(), accessToken: 'token-1' });

  const open = async () => {
    const world = made();
    world.api.on('POST', COMMENT, ok({ comment: aComment() }));
    await settle();
    world.store.dispatch(signedIn);
    await world.openWorkplace();
    return world;
  };

  test('receives each earlier action of the user once', async () => {
    const { api, store, openLaterWork } = await open();
    store.dispatch(comment);
    await settle();
    expect(api.callsOf('POST', COMMENT)).toHaveLength(0);
    await openLaterWork();
    await settle();
    expect(api.callsOf('POST', COMMENT)).toHaveLength(1);
    store.dispatch(comment);
    await settle();
    expect(api.callsOf('POST', COMMENT)).toHaveLength(2);
  });

  test('receives no action of a session that has ended', async () => {
    const { api, store, openLaterWork } = await open();
    store.dispatch(comment);
    store.dispatch(loggedOut());
    store.dispatch(signedIn);
    await openLaterWork();
    await settle();
    expect(api.callsOf('POST', COMMENT)).toHaveLength(0);
  });

  test('loads again after a failure', async () => {
    const { store, openLaterWork } = await open();
    jest.doMock('../../../src/store/laterWork', () => {
      throw new Error('no connection');
    });
    await expect(openLaterWork()).rejects.toThrow('no connection');
    jest.dontMock('../../../src/store/laterWork');
    await openLaterWork();
    expect(store.getState()).toHaveProperty('conversation');
  });
});
