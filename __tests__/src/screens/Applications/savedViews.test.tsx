import { act, screen, waitFor, within } from '@testing-library/react';
import type { SavedView, ViewBody, ViewChangeBody } from '../../../../contract/schemas/views';
import { ApplicationsPage } from '../../../../src/screens/Applications/ApplicationsPage';
import { loadCombobox } from '../../../../src/ui/Combobox';
import { anApiError } from '../../../support/builders';
import type { Answers } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';
import { aView } from '../../../support/views';
import { anApplication, aUser } from '../world';

beforeAll(loadCombobox);

const VIEWS = '/search/application/views';
const LISTED = { status: 'in_progress,accepted' };

const show = async (at: string, views: SavedView[] = [], answers: Answers = {}, user = aUser()) => {
  // The views that the fake server stores for one user.
  let kept = views;
  const world = await renderScreen(<ApplicationsPage />, {
    path: '/applications',
    at,
    user,
    answers: {
      'GET /search/application/all': ({ query }) =>
        query?.limit === 0 ? { payload: [], total: 1 } : { payload: [anApplication()] },
      'GET /holidays': () => ({ payload: [] }),
      'POST /form-input-list': () => ({ payload: { fields: [] } }),
      [`GET ${VIEWS}`]: () => ({ payload: { views: kept } }),
      [`POST ${VIEWS}`]: ({ body }) => {
        kept = [...kept, aView({ ...(body as ViewBody), id: 20 })];
        return { payload: { view: kept.at(-1) } };
      },
      [`PUT ${VIEWS}/:id`]: ({ body }, { id }) => {
        const { version, isFirst: _isFirst, ...changes } = body as ViewChangeBody;
        kept = kept.map((view) => (view.id === Number(id) ? { ...view, ...changes, version: version + 1 } : view));
        return { payload: { view: kept.find((view) => view.id === Number(id)) } };
      },
      [`DELETE ${VIEWS}/:id`]: (_request, { id }) => {
        kept = kept.filter((view) => view.id !== Number(id));
        return { payload: null };
      },
      ...answers,
    },
  });
  const sent = (method: string) =>
    world.calls.filter((call) => call.method === method && call.path.startsWith(VIEWS)).map(({ body }) => body);
  const lists = () => world.calls.filter(({ path, query }) => path === '/search/application/all' && query?.limit !== 0);
  const becomes = (next: SavedView[]) => {
    kept = next;
  };
  return { ...world, sent, lists, becomes };
};

const list = () => screen.findByRole('article', { name: /Ayşe/ });
const bar = () => screen.findByRole('group', { name: 'Saved views' });
const chip = async (name: string) => within(await bar()).findByRole('button', { name });
const button = (name: string) => screen.findByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

describe('saving a view', () => {
  it('names it by its filters, keeps no typed name, and opens it', async () => {
    const { person, sent, where } = await show(
      '/applications?activeTab=shortListed&gender=female&q=Ayşe&sort=deadline',
    );
    await list();
    expect(screen.queryByRole('group', { name: 'Saved views' })).not.toBeInTheDocument();
    await person.click(await button('Save view'));
    const form = within(await dialog('Save this view'));
    expect(form.getByLabelText('View name')).toHaveValue('Shortlist · Female · Most urgent first');
    expect(form.getByLabelText('View name')).toHaveAccessibleDescription(/isn’t saved with the view/);
    await person.click(form.getByLabelText('Share with everyone in the organization'));
    await person.click(form.getByRole('button', { name: 'Save' }));
    await within(await bar()).findByRole('button', {
      name: 'Shortlist · Female · Most urgent first (shared)',
      pressed: true,
    });
    expect(sent('POST')).toEqual([
      {
        name: 'Shortlist · Female · Most urgent first',
        query: { ...LISTED, isShortlisted: true, gender: 'female', sort: 'deadline' },
        isShared: true,
      },
    ]);
    expect(where()).toBe('/applications?view=20&page=1');
    expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('needs a name, and shows why the server refuses it', async () => {
    const { person, sent } = await show(
      '/applications?gender=female',
      [],
      {
        [`POST ${VIEWS}`]: () => anApiError(409, 'view.too_many'),
      },
      aUser({ userType: 'branch', grantLevel: 10 }),
    );
    await person.click(await button('Save view'));
    const form = within(await dialog('Save this view'));
    const name = form.getByLabelText('View name');
    expect(form.queryByLabelText(/Share/)).not.toBeInTheDocument();
    await person.clear(name);
    await person.type(name, '   ');
    await person.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(name).toBeInvalid());
    await person.type(name, 'Mine');
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByRole('alert')).toHaveTextContent('You can save up to 50 views');
    expect(sent('POST')).toEqual([{ name: 'Mine', query: { ...LISTED, gender: 'female' } }]);
  });

  it('is offered only for filters', async () => {
    await show('/applications?q=Ayşe');
    await list();
    expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument();
  });
});

describe('an open view', () => {
  const views = [aView({ id: 11, name: 'Near', query: { ...LISTED, distanceMax: 5 } }), aView()];

  it('opens by one press, and leaves by another', async () => {
    const { person, where, lists } = await show('/applications', views);
    await person.click(await chip('Women'));
    await waitFor(() => expect(lists().at(-1)?.query).toMatchObject({ gender: 'female' }));
    expect(where()).toBe('/applications?view=12&page=1');
    await person.click(await chip('All'));
    await waitFor(() => expect(lists().at(-1)?.query).not.toHaveProperty('gender'));
  });

  it('is updated, reset or saved anew after its filters changed', async () => {
    const { person, sent, where } = await show('/applications?view=12', views);
    await list();
    expect(screen.queryByText('You changed the filters of this view.')).not.toBeInTheDocument();
    await person.type(screen.getByRole('searchbox'), 'A');
    await waitFor(() => expect(where()).toContain('q=A'));
    expect(screen.queryByText('You changed the filters of this view.')).not.toBeInTheDocument();
    await person.click(await button('Remove Female'));
    expect(await screen.findByText('You changed the filters of this view.')).toBeVisible();
    await person.click(await button('Reset'));
    expect(where()).toBe('/applications?view=12&page=1');
    await person.click(await button('Remove Female'));
    await person.click(await button('Update'));
    await waitFor(() => expect(sent('PUT')).toEqual([{ version: 1, query: LISTED }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Update' })).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await person.click(await chip('Near'));
    await person.click(await button('Remove Up to 5 km'));
    await person.click(await button('Save as new'));
    await person.click(within(await dialog('Save this view')).getByRole('button', { name: 'Save' }));
    const saved = await chip('My view');
    await waitFor(() => expect(saved).toHaveAttribute('aria-pressed', 'true'));
  });

  it('is renamed and moved to the front', async () => {
    const { person, sent } = await show('/applications?view=12', views);
    const choose = async (name: string) => {
      await person.click(await button('Options for Women'));
      await person.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Move to front');
    await waitFor(() => expect(sent('PUT')).toEqual([{ version: 1, isFirst: true }]));
    await choose('Rename');
    const form = within(await dialog('Rename view'));
    const name = form.getByLabelText('View name');
    expect(name).toHaveValue('Women');
    await person.clear(name);
    await person.type(name, 'Ladies');
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(await chip('Ladies')).toHaveAttribute('aria-pressed', 'true');
    expect(sent('PUT').at(-1)).toEqual({ version: 2, name: 'Ladies', isShared: false });
  });

  it('goes after a confirmation, and the applications stay', async () => {
    const { person, where, sent } = await show('/applications?view=12', views);
    await person.click(await button('Options for Women'));
    await person.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
    const question = within(await dialog('Delete “Women”?'));
    await person.click(question.getByRole('button', { name: 'Delete view' }));
    await waitFor(() => expect(where()).toBe('/applications?page=1&activeTab=all'));
    await list();
    expect(sent('DELETE')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Women' })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('of somebody else is only read, and saved as an own one', async () => {
    const { person } = await show('/applications?view=12', [aView({ isOwn: false, canChange: false, isShared: true })]);
    await person.click(await button('Remove Female'));
    expect(await button('Save as new')).toBeVisible();
    for (const name of ['Update', 'Options for Women'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('that somebody changed meanwhile shows a note and their version', async () => {
    const { person, becomes, notices } = await show('/applications?view=12', views, {
      [`PUT ${VIEWS}/:id`]: () => anApiError(409, 'view.changed'),
    });
    await person.click(await button('Remove Female'));
    becomes([aView({ name: 'Theirs', version: 2 })]);
    await person.click(await button('Update'));
    expect(await chip('Theirs')).toBeVisible();
    expect(notices).toMatchObject([{ id: 'views.updateFailed', failure: { key: 'view.changed' } }]);
  });
});

describe('a view without a list', () => {
  it('that another tab deletes says so, and does not show more', async () => {
    const { live, becomes, lists, person, where } = await show('/applications?view=12', [aView()]);
    await list();
    const before = lists().length;
    becomes([]);
    act(() => live.world.receive({ type: 'views', action: { type: 'views/viewRemoved', payload: { id: 12 } } }));
    expect(await screen.findByRole('heading', { name: 'This view no longer exists' })).toBeVisible();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    expect(lists()).toHaveLength(before);
    await person.click(await button('Show all applications'));
    expect(where()).toBe('/applications?page=1&activeTab=all');
    await list();
  });

  it.each([
    ['This view’s job is no longer available', aView({ isJobGone: true, query: { ...LISTED, jobId: 7 } })],
    ['This page can’t show this view', aView({ query: { status: 'rejected' } })],
  ])('says: %s', async (title, view) => {
    const { lists } = await show('/applications?view=12', [view]);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(lists()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'More for this list' })).not.toBeInTheDocument();
  });

  it('filters by personal data that the organisation switched off, and opens without', async () => {
    const { lists, person, where } = await show(
      '/applications?view=12',
      [aView()],
      {},
      aUser({ personalFilters: false }),
    );
    await person.click(await button('Show without these filters'));
    expect(where()).toBe('/applications?view=12&page=1&gender=');
    await list();
    expect(lists().map(({ query }) => query?.gender)).toEqual([undefined]);
  });

  it('did not load, and loads again', async () => {
    let isDown = true;
    const { person } = await show('/applications?view=12', [], {
      [`GET ${VIEWS}`]: () => (isDown ? anApiError(500) : { payload: { views: [aView()] } }),
    });
    const again = await button('Try again');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    isDown = false;
    await person.click(again);
    await list();
  });
});
