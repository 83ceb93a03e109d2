import type { UnknownAction } from '@reduxjs/toolkit';
import {
  jobFormSaga,
  jobLookupsSaga,
  jobsSaga,
  copyRequested,
  deletionConfirmed,
  draftChanged,
  draftDiscarded,
  draftKeyOf,
  formLeft,
  formOpened,
  additionReset,
  jobSubmitted,
  locationSubmitted,
  locationsRequested,
  listLeft,
  listOpened,
  lookupsRequested,
  positionsRequested,
  tagSubmitted,
} from '../../../../src/domains/jobs';
import { logoutRequested } from '../../../../src/domains/session';
import { ApiError } from '../../../../src/lib/http';
import type { Upload } from '../../../../src/lib/upload';
import { anApiError, aUser, jobRows } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { aJob } from '../../../support/jobBuilder';
import { aSignedInState, runWatcher, together } from '../../../support/testStore';

const COVER = `data:image/jpeg;base64,${btoa('picture')}`;
const KEY = draftKeyOf(1, null);
const BODY = {
  title: 'Garson',
  description: 'Servis.',
  positionId: 3,
  categoryId: 2,
  contactType: 'no_contact',
  companyLocationIds: [5],
  status: 'active',
} as const;
const create = (cover: string | null = null) =>
  jobSubmitted({ jobId: null, body: { ...BODY, companyLocationIds: [5] }, cover, draftKey: KEY });

const watch = (api = fakeApi()) =>
  runWatcher(together(jobFormSaga, jobLookupsSaga, jobsSaga), { api, state: aSignedInState(aUser({ id: 1 })) });

describe('drafts in several tabs', () => {
  const DRAFT = { key: KEY, values: { title: 'Garson' }, savedAt: 1 };

  it('a tab keeps the drafts of the others, and tells them its own once the storage holds it', async () => {
    const { dispatch, state, live, ports } = watch();
    const stored = deferred<void>();
    jest.mocked(ports.persist.flush).mockReturnValue(stored.promise);
    live.world.receive({ type: 'drafts', action: draftChanged(DRAFT) });
    expect(state().jobDrafts.byKey).toHaveProperty([KEY]);
    dispatch(draftChanged({ ...DRAFT, key: '1/8' }));
    await settle();
    expect(live.world.posted).toEqual([]);
    stored.resolve();
    await settle();
    expect(live.world.posted).toEqual([{ type: 'drafts', action: draftChanged({ ...DRAFT, key: '1/8' }) }]);
  });

  it('a saved job has no draft in any tab', async () => {
    const api = fakeApi().on('POST', '/job', ok({ job: aJob({ id: 7 }), jobCreationBalance: 4 }));
    const { dispatch, live } = watch(api);
    dispatch(create());
    await settle();
    expect(live.world.posted).toEqual([{ type: 'drafts', action: draftDiscarded({ key: KEY }) }]);
  });

  it('signing out deletes the drafts in every tab', async () => {
    const { dispatch, state, live } = watch();
    live.world.receive({ type: 'drafts', action: draftChanged(DRAFT) });
    dispatch(logoutRequested());
    await settle();
    expect(state().jobDrafts.byKey).toEqual({});
    expect(live.world.posted).toMatchObject([{ action: { type: 'jobDrafts/draftsDropped' } }]);
  });
});

describe('saving a job', () => {
  it('creates the job, deletes the draft and updates the credit balance', async () => {
    const api = fakeApi();
    api.on('POST', '/job', ok({ job: aJob({ id: 7 }), jobCreationBalance: 4 }));
    const { dispatch, state, types } = watch(api);
    const { jobs } = state().session.user!.counts!;
    dispatch(draftChanged({ key: KEY, values: { title: 'Garson' }, savedAt: 1 }));
    dispatch(create());
    expect(state().jobForm.save).toEqual({ status: 'loading' });
    await settle();
    expect(state().jobForm.save).toEqual({ status: 'loaded', data: { id: 7, status: 'active', lackedCredit: false } });
    expect(state().session.user).toMatchObject({ jobCreationBalance: 4, counts: { jobs: jobs + 1 } });
    expect(state().jobDrafts).toMatchObject({ byKey: {}, attempts: {} });
    expect(types()).toContain('balanceChanged');
  });

  it('reports that the job became a draft because no credit was left', async () => {
    const api = fakeApi();
    api.on('POST', '/job', ok({ job: aJob({ id: 7, status: 'draft' }), jobCreationBalance: 0 }));
    const { dispatch, state } = watch(api);
    dispatch(create());
    await settle();
    expect(state().jobForm.save).toMatchObject({ data: { lackedCredit: true } });
  });

  it('repeats the key after a lost reply and uses a new key for another job', async () => {
    const api = fakeApi();
    api.on('POST', '/job', anApiError(0, 'network.no_answer'));
    const { dispatch, state, ports } = watch(api);
    let id = 0;
    ports.random.id = () => `key-${(id += 1)}`;
    dispatch(draftChanged({ key: KEY, values: { title: 'Garson' }, savedAt: 1 }));
    dispatch(create());
    await settle();
    expect(state().jobForm.save).toMatchObject({ status: 'failed', error: { kind: 'network' } });
    expect(state().jobDrafts.byKey[KEY]).toBeDefined();
    dispatch(create());
    await settle();
    dispatch(
      jobSubmitted({
        jobId: null,
        body: { ...BODY, title: 'Barista', companyLocationIds: [5] },
        cover: null,
        draftKey: KEY,
      }),
    );
    await settle();
    const keys = api.callsOf('POST', '/job').map(({ headers }) => headers?.['Idempotency-Key']);
    expect(keys).toEqual(['key-1', 'key-1', 'key-2']);
  });

  it.each([
    ['active', 'active', true],
    ['closed', 'closed', true],
    // A dialog says that credits are missing.
    ['active', 'draft', false],
  ] as const)('a job that was to be %s and is %s has a notice: %s', async (wanted, status, isNoticed) => {
    const api = fakeApi().on('PUT', '/job/:id', ok({ job: aJob({ status }), jobCreationBalance: 0 }));
    const { dispatch, notices } = watch(api);
    dispatch(jobSubmitted({ jobId: 7, body: { title: 'Garson', status: wanted }, cover: null, draftKey: KEY }));
    await settle();
    expect(notices).toEqual(isNoticed ? [{ id: 'jobForm.saved', values: { status }, kind: 'success' }] : []);
  });

  it('says that a draft was published', async () => {
    const api = fakeApi()
      .on('GET', '/job/:id', ok({ job: aJob({ id: 7, status: 'draft' }) }))
      .on('PUT', '/job/:id', ok({ job: aJob({ id: 7, status: 'active' }), jobCreationBalance: 0 }));
    const { dispatch, notices } = watch(api);
    dispatch(formOpened({ jobId: 7 }));
    await settle();
    dispatch(jobSubmitted({ jobId: 7, body: { title: 'Garson', status: 'active' }, cover: null, draftKey: KEY }));
    await settle();
    expect(notices).toMatchObject([{ id: 'jobForm.saved', values: { status: 'published' } }]);
  });

  it.each([
    [400, 'insufficient_balance', false],
    [400, 'error.invalid_request', false],
    [429, 'error.too_many_requests', false],
    [401, 'error.unauthorized', false],
    [403, 'error.forbidden', true],
    [500, 'error.unknown_error', true],
  ])('%i %s leads to the error page: %s', async (status, key, leaves) => {
    const api = fakeApi().on('GET', '/job/:id', ok({ job: aJob({ id: 7 }) }));
    api.on('PUT', '/job/:id', anApiError(status, key));
    const { dispatch, state, ports } = watch(api);
    dispatch(formOpened({ jobId: 7 }));
    dispatch(jobSubmitted({ jobId: 7, body: { title: 'Garson' }, cover: null, draftKey: KEY }));
    await settle();
    expect(state().jobForm.save).toMatchObject({ status: 'failed', error: { key } });
    expect(jest.mocked(ports.navigate.to).mock.calls.some(([path]) => path === '/error')).toBe(leaves);
  });
});

describe('the cover image', () => {
  const withUpload = (upload: Upload) => {
    const api = fakeApi();
    api.on('POST', '/job/image', ok({ uploadUrl: '/uploads/a?s=1', imageUrl: '/uploads/a' }));
    api.on('POST', '/job', ok({ job: aJob({ id: 7 }), jobCreationBalance: 4 }));
    const made = watch(api);
    jest.mocked(made.ports.upload).mockImplementation(upload);
    return { ...made, api };
  };

  it('uploads before the job is saved, reports its progress, and the job names it', async () => {
    const sent: [string, number, string][] = [];
    const hold = deferred<void>();
    const { api, dispatch, state } = withUpload(async (url, file, { onProgress }) => {
      sent.push([url, file.size, file.type]);
      onProgress(0.5);
      await hold.promise;
    });
    dispatch(create(COVER));
    await settle();
    expect(state().jobForm).toMatchObject({ upload: { status: 'loading' }, uploaded: 0.5 });
    hold.resolve();
    await settle();
    expect(sent).toEqual([['/uploads/a?s=1', 7, 'image/jpeg']]);
    expect(api.callsOf('POST', '/job/image')[0]?.body).toEqual({
      fileName: 'random-id.jpg',
      contentType: 'image/jpeg',
      contentLength: 7,
    });
    expect(api.callsOf('POST', '/job')[0]?.body).toMatchObject({ image: '/uploads/a' });
    expect(state().jobForm.upload).toEqual({ status: 'loaded', data: null });
  });

  it('a failed upload stops the job from being sent', async () => {
    const { api, dispatch, state } = withUpload(() => Promise.reject(anApiError(413, 'error.payload_too_large')));
    dispatch(create(COVER));
    await settle();
    expect(state().jobForm).toMatchObject({
      upload: { status: 'failed' },
      failedStep: 'file',
      save: { status: 'init' },
    });
    expect(api.callsOf('POST', '/job')).toHaveLength(0);
  });

  it('reports a failure to get an upload address', async () => {
    const { api, dispatch, state } = withUpload(async () => undefined);
    api.on('POST', '/job/image', anApiError(500, 'error.unknown_error'));
    dispatch(create(COVER));
    await settle();
    expect(state().jobForm).toMatchObject({ upload: { status: 'failed' }, failedStep: 'address' });
  });
});

describe('opening the form', () => {
  it.each([
    [404, '/unauthorized'],
    [500, '/error'],
  ])('%i leads to %s', async (status, path) => {
    const api = fakeApi();
    api.on('GET', '/job/:id', anApiError(status, 'error.any'));
    const { dispatch, ports } = watch(api);
    dispatch(formOpened({ jobId: 7 }));
    await settle();
    expect(jest.mocked(ports.navigate.to).mock.calls.map(([to]) => to)).toEqual([path]);
  });

  it('ignores the job that arrives after the form was left', async () => {
    const api = fakeApi();
    const hold = deferred<ReturnType<typeof ok>>();
    api.on('GET', '/job/:id', () => hold.promise);
    const { dispatch, state } = watch(api);
    dispatch(formOpened({ jobId: 7 }));
    dispatch(formLeft());
    hold.resolve(ok({ job: aJob({ id: 7 }) }));
    await settle();
    expect(state().jobForm.job).toEqual({ status: 'init' });
  });
});

it('copies a job on the server and opens the copy for editing', async () => {
  const api = fakeApi();
  api.on('POST', '/job/:id/copy', ok({ job: aJob({ id: 8, status: 'draft' }) }));
  const { dispatch, state, ports, notices } = watch(api);
  dispatch(copyRequested({ jobId: 7 }));
  await settle();
  expect(jest.mocked(ports.navigate.to).mock.calls[0]?.[0]).toBe('/jobs/edit/8');
  expect(notices).toEqual([{ id: 'jobs.copied', kind: 'success' }]);
  expect(state().jobForm.copies).toEqual({});
});

describe('an answer that comes after the user has left the page', () => {
  const DRAFT = { jobId: 7, draftKey: draftKeyOf(1, 7) };
  const held = (method: 'POST' | 'PUT', path: string) => {
    const late = deferred<ReturnType<typeof ok>>();
    const api = fakeApi()
      .on('GET', '/job/:id', ({ path: asked }) => ok({ job: aJob({ id: Number(asked.split('/').at(-1)) }) }))
      .on(method, path, () => late.promise);
    const world = watch(api);
    const paths = () => jest.mocked(world.ports.navigate.to).mock.calls.map(([to]) => to);
    return { ...world, api, late, paths };
  };

  /** Deletes a draft whose answer is held, and opens the form of another. */
  const deleteAndOpenNext = async () => {
    const world = held('PUT', '/job/7');
    world.dispatch(formOpened({ jobId: 7 }));
    await settle();
    world.dispatch(deletionConfirmed(DRAFT));
    world.dispatch(formLeft());
    world.dispatch(formOpened({ jobId: 8 }));
    await settle();
    return world;
  };

  it.each([
    ['the form', formLeft()],
    ['the list', listLeft()],
  ])('a copy from %s is offered, and opens nothing', async (_name, left) => {
    const { dispatch, late, paths, notices } = held('POST', '/job/:id/copy');
    dispatch(copyRequested({ jobId: 7 }));
    dispatch(left);
    late.resolve(ok({ job: aJob({ id: 8, status: 'draft' }) }));
    await settle();
    expect(paths()).toEqual([]);
    expect(notices).toEqual([{ id: 'jobs.copied', kind: 'success', to: '/jobs/edit/8' }]);
  });

  describe('the open list of jobs', () => {
    const LIST = { branchId: null, q: '', sorting: null };
    const SAVE = { body: { title: 'Barista', status: 'active' }, cover: null } as const;
    /** Sends a change whose answer is held, and opens the list before it arrives. */
    const changeAndOpenList = async (change: UnknownAction) => {
      const world = held(change.type === copyRequested.type ? 'POST' : 'PUT', '/job/*');
      let rows = jobRows(7, 9);
      world.api.on('GET', '/search/job', () => ok(rows));
      world.dispatch(formOpened({ jobId: 7 }));
      await settle();
      world.dispatch(change);
      world.dispatch(formLeft());
      world.dispatch(listOpened(LIST));
      await settle();
      rows = jobRows(8, 10);
      const shown = () => world.state().jobs.items.map(({ id }) => id);
      const answer = async () => {
        world.late.resolve(ok({ job: aJob({ id: 7 }), jobCreationBalance: 4 }));
        await settle();
      };
      return { ...world, shown, answer };
    };

    it.each([
      ['a deletion', deletionConfirmed(DRAFT)],
      ['a save', jobSubmitted({ ...DRAFT, ...SAVE })],
      ['a copy', copyRequested({ jobId: 7 })],
    ])('shows %s', async (_name, change) => {
      const { shown, answer } = await changeAndOpenList(change);
      expect(shown()).toEqual([7, 8, 9]);
      await answer();
      expect(shown()).toEqual([8, 9, 10]);
    });

    it('loads no more after it was left', async () => {
      const { dispatch, api, answer } = await changeAndOpenList(deletionConfirmed(DRAFT));
      dispatch(listLeft());
      await answer();
      expect(api.callsOf('GET', '/search/job')).toHaveLength(1);
    });

    it('is not loaded for a copy whose form opens in its place', async () => {
      const { dispatch, api, answer } = await changeAndOpenList(listOpened(LIST));
      api.on('POST', '/job/:id/copy', ok({ job: aJob({ id: 10 }) }));
      dispatch(copyRequested({ jobId: 9 }));
      await answer();
      expect(api.callsOf('GET', '/search/job')).toHaveLength(2);
    });
  });

  it('a deleted draft is only told', async () => {
    const { late, paths, notices, state } = await deleteAndOpenNext();
    late.resolve(ok({}));
    await settle();
    expect(paths()).toEqual([]);
    expect(notices).toEqual([{ id: 'jobForm.deleteDraft.done', kind: 'success' }]);
    expect(state().jobForm.deletion).toEqual({ status: 'init' });
  });

  it('a refused deletion is told, and the next draft can be deleted', async () => {
    const { dispatch, late, paths, notices, state, api } = await deleteAndOpenNext();
    api.on('PUT', '/job/8', anApiError(500, 'error.unknown_error'));
    dispatch(deletionConfirmed({ jobId: 8, draftKey: draftKeyOf(1, 8) }));
    await settle();
    expect(state().jobForm.deletion).toMatchObject({ status: 'failed' });
    late.reject(anApiError(409, 'error.any'));
    await settle();
    expect(paths()).toEqual([]);
    expect(notices).toEqual([{ id: 'common.errors.errorOccurred', kind: 'error' }]);
    expect(state().jobForm.deletion).toMatchObject({ status: 'failed', error: { kind: 'unknown' } });
  });
});

it('deletes a draft and opens the jobs', async () => {
  const api = fakeApi()
    .on('GET', '/job/:id', ok({ job: aJob({ id: 7 }) }))
    .on('PUT', '/job/7', ok({}));
  const { dispatch, ports } = watch(api);
  dispatch(formOpened({ jobId: 7 }));
  await settle();
  dispatch(deletionConfirmed({ jobId: 7, draftKey: draftKeyOf(1, 7) }));
  await settle();
  expect(jest.mocked(ports.navigate.to).mock.calls).toEqual([['/jobs', { replace: true, state: { deleted: 7 } }]]);
});

it('a copy over the quota tells the limit and when to try again', async () => {
  const api = fakeApi();
  const payload = { quota: { limit: 1000, retryAfter: 7200 } };
  api.on('POST', '/job/:id/copy', new ApiError({ status: 429, key: 'quota.jobs', payload }));
  const { dispatch, notices } = watch(api);
  dispatch(copyRequested({ jobId: 7 }));
  await settle();
  expect(notices).toEqual([{ id: 'errors.keys.quota.jobs', quota: payload.quota, kind: 'error' }]);
});

it.each([
  ['a job that is gone', anApiError(404, 'error.not_found'), [{ kind: 'notFound', key: 'error.not_found' }]],
  ['no permission', anApiError(403, 'error.forbidden'), [{ kind: 'denied', key: 'error.forbidden' }]],
  ['a server that is busy', anApiError(503, 'error.unavailable'), [{ kind: 'unknown', key: 'error.unavailable' }]],
  ['a lost session', anApiError(401, 'error.unauthorized'), []],
])('a copy that failed says what failed and why: %s', async (_name, error, causes) => {
  const { dispatch, notices } = watch(fakeApi().on('POST', '/job/:id/copy', error));
  dispatch(copyRequested({ jobId: 7 }));
  await settle();
  expect(notices).toEqual(causes.map((failure) => ({ id: 'jobs.copy.failed', failure, kind: 'error' })));
});

it('signing out deletes only this user’s unsent forms', async () => {
  const { dispatch, state } = watch();
  dispatch(draftChanged({ key: draftKeyOf(1, 7), values: {}, savedAt: 1 }));
  dispatch(draftChanged({ key: draftKeyOf(12, null), values: {}, savedAt: 1 }));
  dispatch(logoutRequested());
  await settle();
  expect(Object.keys(state().jobDrafts.byKey)).toEqual(['12/new']);
});

describe('options of the form', () => {
  it('load once', async () => {
    const api = fakeApi();
    api.on('POST', '/form-input-list', ok({ fields: [] }));
    api.on('GET', '/job/language', ok([{ id: 1, languageName: 'English' }]));
    api.on('GET', '/job/tag', ok([{ id: 1, name: 'Yemek' }]));
    const { dispatch, state } = watch(api);
    dispatch(lookupsRequested());
    await settle();
    dispatch(lookupsRequested());
    await settle();
    expect(api.callsOf('GET', '/job/tag')).toHaveLength(1);
    expect(state().jobLookups).toMatchObject({ definition: { status: 'loaded' }, languages: { status: 'loaded' } });
  });

  it('ignore a late reply for another branch or another search', async () => {
    const api = fakeApi();
    const slow = deferred<ReturnType<typeof ok>>();
    api.on('GET', '/job/company-location', ({ query }) =>
      query?.targetUserId === 20 ? slow.promise : ok([{ id: 6, name: 'B', address: null, position: '1, 1' }]),
    );
    api.on('GET', '/job/job-positions/datalist', ({ query }) => ok([{ id: 1, name: String(query?.q) }]));
    const { dispatch, state } = watch(api);
    dispatch(locationsRequested({ ownerId: 20 }));
    dispatch(locationsRequested({ ownerId: 21 }));
    slow.resolve(ok([]));
    dispatch(positionsRequested({ q: 'ga' }));
    dispatch(positionsRequested({ q: 'gar' }));
    await settle();
    expect(state().jobLookups.locations).toMatchObject({ data: [{ id: 6 }] });
    expect(state().jobLookups.positions).toMatchObject({ data: [{ name: 'gar' }] });
  });

  it('include a newly added tag', async () => {
    const api = fakeApi();
    api.on('POST', '/job/tag', ok({ tag: { id: 9, name: 'Servis' } }));
    const { dispatch, state } = watch(api);
    dispatch(tagSubmitted({ name: 'Servis' }));
    await settle();
    expect(state().jobLookups.newTag).toEqual({ status: 'loaded', data: 9 });
  });

  it.each([
    [
      'tag',
      '/job/tag',
      (name: string) => tagSubmitted({ name }),
      (name: string, id: number) => ok({ tag: { id, name } }),
      'newTag',
    ],
    [
      'place',
      '/job/company-location',
      (name: string) => locationSubmitted({ ownerId: null, name, location: '41,29' }),
      (name: string, id: number) => ok({ location: { id, name, address: null, position: '41,29' } }),
      'newLocation',
    ],
  ] as const)(
    'a second new %s does not wait for the first, whose dialog was closed',
    async (_name, path, submit, answer, field) => {
      const late = deferred<ReturnType<typeof ok>>();
      const api = fakeApi()
        .on('GET', '/job/tag', ok([]))
        .on('GET', '/job/company-location', ok([]))
        .on('POST', path, ({ body }) =>
          (body as { name: string }).name === 'First' ? late.promise : answer('Second', 2),
        );
      const { dispatch, state } = watch(api);
      dispatch(lookupsRequested());
      dispatch(locationsRequested({ ownerId: null }));
      await settle();
      dispatch(submit('First'));
      dispatch(additionReset());
      dispatch(submit('Second'));
      await settle();
      expect(state().jobLookups[field]).toEqual({ status: 'loaded', data: 2 });
      dispatch(additionReset());
      late.resolve(answer('First', 1));
      await settle();
      expect(state().jobLookups[field]).toEqual({ status: 'init' });
      const { tags, locations } = state().jobLookups;
      expect(field === 'newTag' ? tags : locations).toMatchObject({ data: [{ name: 'Second' }, { name: 'First' }] });
    },
  );

  it('a new place joins only the list of its own branch', async () => {
    const late = deferred<ReturnType<typeof ok>>();
    const api = fakeApi()
      .on('GET', '/job/company-location', ok([]))
      .on('POST', '/job/company-location', () => late.promise);
    const { dispatch, state } = watch(api);
    dispatch(locationsRequested({ ownerId: 20 }));
    await settle();
    dispatch(locationSubmitted({ ownerId: 20, name: 'Depot', location: '41,29' }));
    dispatch(locationsRequested({ ownerId: 21 }));
    await settle();
    late.resolve(ok({ location: { id: 9, name: 'Depot', address: null, position: '41,29' } }));
    await settle();
    expect(state().jobLookups.locations).toEqual({ status: 'loaded', data: [] });
  });
});

describe('a save that is answered after its form was left', () => {
  const change = (jobId: number) =>
    jobSubmitted({ jobId, body: { ...BODY, companyLocationIds: [5] }, cover: null, draftKey: draftKeyOf(1, jobId) });
  const leave = async () => {
    const reply = deferred<ReturnType<typeof ok>>();
    const api = fakeApi()
      .on('GET', '/job/:id', ({ path }) => ok({ job: aJob({ id: Number(path.split('/').at(-1)) }) }))
      .on('PUT', '/job/7', () => reply.promise)
      .on('PUT', '/job/8', ok({ job: aJob({ id: 8 }), jobCreationBalance: 4 }));
    const world = watch(api);
    world.dispatch(formOpened({ jobId: 7 }));
    await settle();
    world.dispatch(change(7));
    world.dispatch(formLeft());
    world.dispatch(formOpened({ jobId: 8 }));
    await settle();
    return { ...world, form: () => world.state().jobForm, reply };
  };

  it('deletes its draft, and leaves the next form as it is', async () => {
    const { dispatch, state, form, reply } = await leave();
    dispatch(draftChanged({ key: '1/7', values: {}, savedAt: 1 }));
    reply.resolve(ok({ job: aJob({ id: 7 }), jobCreationBalance: 4 }));
    await settle();
    expect(form()).toMatchObject({ save: { status: 'init' }, job: { status: 'loaded', data: { id: 8 } } });
    expect(state().jobDrafts.byKey).toEqual({});
  });

  it('does not lead away when it was refused', async () => {
    const { form, ports, notices, reply } = await leave();
    reply.resolve(anApiError(500) as never);
    await settle();
    expect(form().save.status).toBe('init');
    expect(ports.navigate.to).not.toHaveBeenCalled();
    expect(notices).toHaveLength(1);
  });

  it.each([
    ['saved', () => ok({ job: aJob({ id: 7 }), jobCreationBalance: 4 }), 'jobForm.saved'],
    ['refused', () => anApiError(500) as never, 'common.errors.errorOccurred'],
  ])('is not the answer to the save of the next form: %s', async (_name, answer, notice) => {
    const { api, dispatch, form, ports, notices, reply } = await leave();
    const next = deferred<ReturnType<typeof ok>>();
    api.on('PUT', '/job/8', () => next.promise);
    dispatch(change(8));
    reply.resolve(answer());
    await settle();
    expect(form()).toMatchObject({ save: { status: 'loading' }, job: { data: { id: 8 } } });
    expect(ports.navigate.to).not.toHaveBeenCalled();
    expect(notices).toMatchObject([{ id: notice }]);
    next.resolve(ok({ job: aJob({ id: 8 }), jobCreationBalance: 4 }));
    await settle();
    expect(form().save).toMatchObject({ status: 'loaded', data: { id: 8 } });
  });

  it('does not lead away from the next form, whose save was refused too', async () => {
    const { api, dispatch, form, ports, notices, reply } = await leave();
    api.on('PUT', '/job/8', anApiError(400, 'error.invalid'));
    dispatch(change(8));
    await settle();
    reply.resolve(anApiError(500) as never);
    await settle();
    expect(form().save).toMatchObject({ status: 'failed', error: { status: 400 } });
    expect(ports.navigate.to).not.toHaveBeenCalled();
    expect(notices).toHaveLength(1);
  });

  it.each([
    ['saved', () => ok({ job: aJob({ id: 7 }), jobCreationBalance: 4 })],
    ['refused', () => anApiError(500) as never],
  ])('is not the answer to the next new job: %s', async (_name, answer) => {
    const reply = deferred<ReturnType<typeof ok>>();
    const next = deferred<ReturnType<typeof ok>>();
    const api = fakeApi().on('POST', '/job', () => reply.promise);
    const { dispatch, state, ports } = watch(api);
    dispatch(formOpened({ jobId: null }));
    dispatch(create());
    dispatch(formLeft());
    dispatch(formOpened({ jobId: null }));
    api.on('POST', '/job', () => next.promise);
    dispatch(create());
    reply.resolve(answer());
    await settle();
    expect(state().jobForm.save).toEqual({ status: 'loading' });
    expect(ports.navigate.to).not.toHaveBeenCalled();
    next.resolve(ok({ job: aJob({ id: 8 }), jobCreationBalance: 3 }));
    await settle();
    expect(state().jobForm.save).toMatchObject({ status: 'loaded', data: { id: 8 } });
  });

  it('does not swallow the next save', async () => {
    const { api, dispatch, form } = await leave();
    dispatch(change(8));
    await settle();
    expect(api.callsOf('PUT', '/job/8')).toHaveLength(1);
    expect(form().save).toMatchObject({ status: 'loaded', data: { id: 8 } });
  });
});
