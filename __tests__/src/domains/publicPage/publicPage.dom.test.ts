import { waitFor } from '@testing-library/react';
import {
  publicPageSaga,
  hasFigures,
  introSubmitted,
  pageOpened,
  isOnSubmitted,
  posterRequested,
  qrRequested,
  totalsOf,
} from '../../../../src/domains/publicPage';
import { aPublicPage, NO_FIGURES } from '../../../support/publicPages';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { aFile, deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const PAGE = '/branch-page';
const QR = '/branch-page/qr.svg';
const POSTER = '/branch-page/poster.pdf';
const page = aPublicPage();

const server = (given = page) =>
  fakeApi()
    .on('GET', PAGE, ok({ branchPage: given }))
    .on('GET', QR, aFile('<svg>#</svg>', 'abcdefgh.svg'));

const run = async (api: FakeApi, ...events: Parameters<ReturnType<typeof runWatcher>['dispatch']>[0][]) => {
  const world = runWatcher(publicPageSaga, { api, state: aSignedInState(aUser()) });
  const send = async (event: (typeof events)[number]) => {
    world.dispatch(event);
    await settle();
    // The QR code is a file, whose text arrives later.
    await waitFor(() => expect(world.state().publicPage.qr.status).not.toBe('loading'));
  };
  for (const event of events) await send(event);
  return { ...world, send, slice: () => world.state().publicPage };
};

test('adds up the figures of all days, and knows a page without any', () => {
  expect(totalsOf(page)).toEqual({ views: 13, applications: 3 });
  expect([hasFigures(page), hasFigures(aPublicPage(NO_FIGURES))]).toEqual([true, false]);
});

describe('opening a page', () => {
  test.each([[null], [12]])('loads the page and the code of branch %s', async (branchId) => {
    const api = server();
    const { slice } = await run(api, pageOpened({ branchId }));
    expect(slice()).toMatchObject({
      branchId,
      page: { status: 'loaded', data: page },
      qr: { status: 'loaded', data: 'data:image/svg+xml,%3Csvg%3E%23%3C%2Fsvg%3E' },
    });
    expect(api.calls.map(({ query }) => query)).toEqual([{ branchId }, { branchId }]);
  });

  test('a failure keeps the data of the same branch, and drops those of another', async () => {
    const api = server();
    const { send, slice } = await run(api, pageOpened({ branchId: 12 }));
    api.on('GET', PAGE, noAnswer()).on('GET', QR, noAnswer());
    await send(pageOpened({ branchId: 12 }));
    expect(slice().page).toMatchObject({ status: 'loaded', refreshError: { kind: 'network' } });
    await send(pageOpened({ branchId: 13 }));
    expect([slice().page.status, slice().qr.status]).toEqual(['failed', 'failed']);
    api.on('GET', QR, aFile('<svg/>', null));
    await send(qrRequested({ branchId: 13 }));
    expect([slice().page.status, slice().qr.status]).toEqual(['failed', 'loaded']);
  });
});

describe('changing a page', () => {
  test.each([
    [isOnSubmitted({ branchId: 12, isOn: false }), { isOn: false }, 'isOn', 'yourPage.isOffNow'],
    [isOnSubmitted({ branchId: 12, isOn: true }), { isOn: true }, 'isOn', 'yourPage.isOnNow'],
    [introSubmitted({ branchId: 12, intro: null }), { intro: null }, 'intro', 'yourPage.intro.saved'],
  ] as const)('%j is sent, shown and reported', async (event, body, change, text) => {
    const changed = aPublicPage(body);
    const api = server().on('PUT', PAGE, ok({ branchPage: changed }));
    const { slice, notices } = await run(api, pageOpened({ branchId: 12 }), event);
    expect(api.callsOf('PUT', PAGE)[0]).toMatchObject({ query: { branchId: 12 }, body });
    expect(slice().page).toEqual({ status: 'loaded', data: changed });
    expect(slice().changes[change]).toEqual({ status: 'loaded', data: null });
    expect(notices).toEqual([{ id: text, kind: 'success' }]);
  });

  test.each([[noAnswer()], [anApiError(401)], [anApiError(500)]])('%s keeps the page as it was', async (error) => {
    const api = server().on('PUT', PAGE, error);
    const { slice, notices } = await run(
      api,
      pageOpened({ branchId: null }),
      introSubmitted({ branchId: null, intro: 'New' }),
    );
    expect(slice().page).toEqual({ status: 'loaded', data: page });
    expect([slice().changes.intro.status, slice().changes.isOn.status]).toEqual(['failed', 'init']);
    expect(notices).toEqual([]);
  });

  test('an answer for a branch that is no longer open changes nothing', async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const api = server().on('PUT', PAGE, () => answer.promise);
    const { send, slice, types } = await run(
      api,
      pageOpened({ branchId: 12 }),
      isOnSubmitted({ branchId: 12, isOn: false }),
      pageOpened({ branchId: 13 }),
    );
    answer.resolve(ok({ branchPage: aPublicPage({ isOn: false }) }));
    await send(qrRequested({ branchId: 13 }));
    expect(types()).toContain('isOnLoaded');
    expect(slice().page).toEqual({ status: 'loaded', data: page });
    expect(slice().changes.isOn.status).toBe('init');
  });
});

describe('a poster', () => {
  test.each(['a4', 'a6'] as const)('%s is saved under the server’s name', async (format) => {
    const pdf = aFile('%PDF', `abcdefgh-${format}.pdf`);
    const api = server().on('GET', POSTER, pdf);
    const { ports, slice } = await run(api, pageOpened({ branchId: 12 }), posterRequested({ branchId: 12, format }));
    expect(api.callsOf('GET', POSTER)[0]?.query).toEqual({ branchId: 12, format });
    expect(ports.saveFile).toHaveBeenCalledWith({ blob: pdf.blob, name: `abcdefgh-${format}.pdf` });
    expect(slice().posters[format].status).toBe('loaded');
  });

  test('that fails is not saved', async () => {
    const api = server().on('GET', POSTER, noAnswer());
    const { ports, slice } = await run(
      api,
      pageOpened({ branchId: null }),
      posterRequested({ branchId: null, format: 'a4' }),
    );
    expect(ports.saveFile).not.toHaveBeenCalled();
    expect([slice().posters.a4.status, slice().posters.a6.status]).toEqual(['failed', 'init']);
  });
});
