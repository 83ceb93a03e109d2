import { listOpened } from '../../../../src/domains/jobs';
import { applicantOpened } from '../../../../src/domains/applications';
import { loginSubmitted } from '../../../../src/domains/session';
import { outboxActions } from '../../../../src/domains/chat/outboxSlice';
import { framesOf } from '../../../../src/store/trace/replay';
import { readTrace, toFile, traceOf } from '../../../../src/store/trace/trace';
import { anApplicant, aComment } from '../../../support/applicantBuilder';
import { aJobRow, aUser } from '../../../support/builders';
import { importIntoDevTools } from '../../../support/devTools';
import { fakeApi, ok } from '../../../support/fakeApi';
import { NOW, settle } from '../../../support/fakeClock';
import { createTestStore } from '../../../support/testStore';

/** Values that must not appear in the file. */
const PLANTED = {
  password: 'Gizli!Parola7',
  token: 'tok-PLANTED-0123456789abcdef',
  card: '4242 4242 4242 4242',
  workerPhone: '+905329998877',
  workerMail: 'zeliha.planted@worker.test',
  workerName: 'Zeliha',
  userPhone: '5551234567',
  userMail: 'planted.user@moda.test',
  userName: 'Vildan',
  comment: 'was late twice, says Suat',
  message: 'Karakoy iskelesinde bulusalim',
  about: 'My number is 0533 444 55 66',
  address: 'Lavanta Sokak 9',
};

const secretsIn = (text: string): string[] => {
  // Also finds values inside escaped text and numbers with separators.
  const plain = text.replaceAll('\\', '').toLowerCase();
  const digits = text.replace(/[^\d"]/g, '');
  return Object.values(PLANTED).filter((secret) => {
    const number = secret.replace(/\D/g, '');
    return plain.includes(secret.toLowerCase()) || (number.length >= 9 && digits.includes(number.slice(-9)));
  });
};

/** Runs a store with its real sagas, through which all planted values pass. */
const worked = async () => {
  const user = aUser({
    email: PLANTED.userMail,
    phone: PLANTED.userPhone,
    firstName: PLANTED.userName,
    companyAddress: PLANTED.address,
  });
  const application = anApplicant({
    comments: [aComment({ message: PLANTED.comment, author: PLANTED.userName })],
    user: {
      firstName: PLANTED.workerName,
      phone: PLANTED.workerPhone,
      email: PLANTED.workerMail,
      about: PLANTED.about,
      comment: PLANTED.comment,
    },
  });
  const api = fakeApi()
    .on('POST', '/user/login', ok({ user, access_token: PLANTED.token }))
    .on('GET', '/search/job', ok([aJobRow({ title: `Barista ${PLANTED.card}` })]))
    .on('GET', '/search/application/:id', ok({ application }));
  const made = await createTestStore({ api });
  const { store, recorder } = made;
  store.dispatch(loginSubmitted({ email: PLANTED.userMail, password: PLANTED.password }));
  await settle();
  recorder.moved({ path: `/reset-password/${PLANTED.token}`, state: { phone: PLANTED.userPhone, from: '/jobs' } });
  store.dispatch(listOpened({ branchId: null, q: PLANTED.workerName, sorting: null }));
  store.dispatch(applicantOpened({ applicationId: 101 }));
  await settle();
  store.dispatch(
    outboxActions.messageSubmitted({ ownerId: user.id, threadId: 5, userId: 7, workerId: 40, body: PLANTED.message }),
  );
  store.dispatch({ type: 'basket/cardTyped', payload: { cardNumber: PLANTED.card, cvc: '737', note: PLANTED.card } });
  recorder.responseReceived({ method: 'GET', path: '/user/me', status: 200, requestId: 'req-77' });
  await settle();
  return made;
};

const ABOUT = { version: '1.2.3', savedAt: NOW, browser: 'test', window: { width: 1280, height: 800 } };

const saved = async () => {
  const { store, recorder } = await worked();
  const recording = recorder.snapshot();
  return { file: toFile(traceOf(recording, store.getState(), ABOUT)), recording, store };
};

test('no planted value is in the file, although all of them were in the store', async () => {
  const { file, recording, store } = await saved();
  expect(secretsIn(JSON.stringify([recording, store.getState()]))).toEqual(Object.values(PLANTED));
  expect(secretsIn(file)).toEqual([]);
});

test('contains the version, the calls with their request ids, and the events with their times', async () => {
  const { file, recording } = await saved();
  const trace = readTrace(file)!;
  expect(trace).toMatchObject({ version: '1.2.3', savedAt: NOW });
  expect(trace.answers).toEqual([expect.objectContaining({ path: '/user/me', requestId: 'req-77', status: 200 })]);
  expect(trace.entries.map(({ action }) => action.type)).toEqual(recording.entries.map(({ action }) => action.type));
  expect(trace.entries.map(({ at }) => at)).toEqual(recording.entries.map(({ at }) => at));
});

test('replaying the events leads from the first state to the last', async () => {
  const trace = readTrace((await saved()).file)!;
  expect(JSON.parse(JSON.stringify(framesOf(trace).at(-1)?.state))).toEqual(trace.lastState);
});

test('Redux DevTools can import it, and its last state equals that of the trace', async () => {
  const { file } = await saved();
  const trace = readTrace(file)!;
  expect(importIntoDevTools(file)).toEqual({
    errors: [],
    types: trace.entries.map(({ action: { type } }) => type),
    state: trace.lastState,
  });
});

test.each([
  ['no JSON', 'x'],
  ['other JSON', '{}'],
  ['null', 'null'],
  ['another format', JSON.stringify({ payload: '[]', preloadedState: '{}', support: { format: 99, times: [] } })],
  ['no events', JSON.stringify({ payload: '[3]', preloadedState: '{}', support: { format: 2, times: [1] } })],
])('%s is not a trace', (_name, text) => expect(readTrace(text)).toBeNull());

test('masks what a stranger put into a file when it reads the file', async () => {
  const file = JSON.parse((await saved()).file) as { preloadedState: string };
  const state = JSON.parse(file.preloadedState) as { session: object };
  state.session = { ...state.session, user: aUser({ imageUrl: 'https://evil.test/a.png', firstName: 'Ayşe' }) };
  const trace = readTrace(JSON.stringify({ ...file, preloadedState: JSON.stringify(state) }))!;
  expect(JSON.stringify(trace)).not.toMatch(/evil|Ayşe/);
});
