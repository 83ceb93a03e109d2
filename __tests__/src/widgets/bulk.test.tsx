import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { rowsTicked } from '../../../src/domains/bulks';
import { bulksActions } from '../../../src/domains/bulks/slice';
import { exportsActions } from '../../../src/domains/exports/slice';
import { ApplicationsPage } from '../../../src/screens/Applications/ApplicationsPage';
import { ApiError, type HttpRequest } from '../../../src/lib/http';
import { loadCombobox } from '../../../src/ui/Combobox';
import { COARSE } from '../../../src/ui/useMedia';
import { BulkProgress } from '../../../src/widgets/Bulk/BulkProgress';
import { RecentBulks } from '../../../src/widgets/Bulk/RecentBulks';
import { aBulk, aRunningBulk, BULK_ID } from '../../support/bulks';
import type { Answers } from '../../support/fakeApi';
import { chooseItem, renderScreen } from '../../support/renderScreen';
import { anApplication, aUser } from '../screens/world';

beforeAll(loadCombobox);
// A device that is used with a finger and with a mouse.
Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => ({
    matches: media === COARSE,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
afterEach(() => void jest.useRealTimers());

const NAMES = ['Ayşe', 'Ece', 'Can', 'Naz'];
const ROWS = NAMES.map((firstName, at) => anApplication({ id: at + 1 }, { firstName }));
const PREVIEW = {
  matches: 312,
  ready: 298,
  skips: [
    { key: 'application.has_appointment', count: 12 },
    { key: 'application.withdrawn', count: 2 },
  ],
  samples: [],
};

const show = async (answers: Answers = {}, at = '/applications', role: 'article' | 'link' = 'article') => {
  const view = await renderScreen(
    <>
      <BulkProgress />
      <ApplicationsPage />
    </>,
    {
      path: '/applications',
      at,
      user: aUser(),
      answers: {
        'GET /search/application/all': ({ query }) =>
          query?.limit === 0 ? { payload: [], total: query.op ? 3 : 312 } : { payload: ROWS },
        'GET /search/job': () => ({ payload: [{ id: 7, title: 'Barista' }] }),
        'GET /holidays': () => ({ payload: [] }),
        'POST /form-input-list': () => ({ payload: { fields: [] } }),
        'POST /job/application/bulk/preview': () => ({ payload: { preview: PREVIEW } }),
        'POST /job/application/bulk': () => ({ payload: { bulk: aBulk() } }),
        ...answers,
      },
    },
  );
  await screen.findByRole(role, { name: /Ayşe/ });
  return view;
};

const check = (name: string) => screen.getByRole('checkbox', { name: `Select ${name} Yılmaz` });
const focusRow = (name: RegExp) => act(() => screen.getByRole('article', { name }).focus());
const bar = () => screen.findByRole('region', { name: 'Selected applications' });
const ticked = () => NAMES.filter((name) => (check(name) as HTMLInputElement).checked);
const bodies = (calls: HttpRequest[], path: string) =>
  calls.filter((call) => call.method === 'POST' && call.path === path).map(({ body }) => body);

describe('choosing rows', () => {
  it('ticks with the mouse, a range with Shift, and clears with Escape', async () => {
    const { person } = await show();
    await person.click(check('Ayşe'));
    expect(within(await bar()).getByText('1 selected')).toBeInTheDocument();
    await person.keyboard('{Shift>}');
    await person.click(check('Can'));
    await person.keyboard('{/Shift}');
    expect(ticked()).toEqual(['Ayşe', 'Ece', 'Can']);
    await person.click(check('Ece'));
    expect(ticked()).toEqual(['Ayşe', 'Can']);
    await person.keyboard('{Escape}');
    expect(ticked()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Selected applications' })).not.toBeInTheDocument();
  });

  it('shows the same sign for declining one and many, and the cross only for closing', async () => {
    const { person } = await show();
    await person.click(check('Ayşe'));
    const signOf = (name: RegExp, inside: HTMLElement) =>
      within(inside).getByRole('button', { name }).querySelector('path')!.getAttribute('d');
    const sign = signOf(/^Decline/, await bar());
    expect(signOf(/^Decline/, screen.getByRole('article', { name: /Ece/ }))).toBe(sign);
    expect(signOf(/^Clear/, await bar())).not.toBe(sign);
  });

  it('ticks with X on the focused row, a range with Shift+X, and nothing while the user types', async () => {
    const { person } = await show();
    focusRow(/Ece/);
    await person.keyboard('x');
    expect(ticked()).toEqual(['Ece']);
    focusRow(/Naz/);
    await person.keyboard('{Shift>}X{/Shift}');
    expect(ticked()).toEqual(['Ece', 'Can', 'Naz']);
    await person.keyboard('x');
    expect(ticked()).toEqual(['Ece', 'Can']);
    await person.keyboard('{Escape}');
    await person.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'x');
    expect(ticked()).toEqual([]);
  });

  it('ticks with a long press of a finger, whose click does not open the row', async () => {
    const { where } = await show();
    const link = screen.getByRole('link', { name: /^Ece/ });
    jest.useFakeTimers();
    const touch = { pointerType: 'touch', isPrimary: true, clientX: 5, clientY: 5 };
    // jsdom has no pointer events with these fields.
    const press = (type: string, more: object = {}) =>
      fireEvent(link, Object.assign(new Event(type, { bubbles: true }), touch, more));
    press('pointerdown');
    press('pointermove', { clientY: 40 });
    act(() => jest.advanceTimersByTime(1000));
    expect(ticked()).toEqual([]);
    press('pointerdown');
    act(() => jest.advanceTimersByTime(1000));
    jest.useRealTimers();
    press('pointerup');
    fireEvent.click(link);
    expect(ticked()).toEqual(['Ece']);
    expect(where()).toMatch(/^\/applications/);
  });

  it.each(['all', 'declined'])('begins to choose by touch from the menu, in the tab %s', async (tab) => {
    const { person } = await show({}, `/applications?page=1&activeTab=${tab}`, tab === 'declined' ? 'link' : 'article');
    await chooseItem(person, 'More for this list', 'Select');
    const chosen = within(await bar());
    expect(chosen.getByText('0 selected')).toBeInTheDocument();
    for (const action of ['Message', 'Export']) expect(chosen.getByRole('button', { name: action })).toBeDisabled();
    await person.click(check('Ece'));
    expect(chosen.getByRole('button', { name: 'Message' })).toBeEnabled();
    await person.click(chosen.getByRole('button', { name: 'Clear selection (Esc)' }));
    expect(screen.queryByRole('region', { name: 'Selected applications' })).not.toBeInTheDocument();
  });

  it('says why nothing more can be ticked', async () => {
    const { store } = await show();
    const ids = Array.from({ length: 501 }, (_, at) => at + 1);
    act(() => void store.dispatch(rowsTicked({ ids, isTicked: true, anchor: 1 })));
    expect(within(await bar()).getByRole('status')).toHaveTextContent('500 selected · the maximum');
  });

  it('ticks declined rows with X and Shift+X', async () => {
    const { person } = await show({}, '/applications?page=1&activeTab=declined', 'link');
    act(() => screen.getByRole('link', { name: /^Ece/ }).focus());
    await person.keyboard('x');
    act(() => screen.getByRole('link', { name: /^Naz/ }).focus());
    await person.keyboard('{Shift>}X{/Shift}');
    expect(ticked()).toEqual(['Ece', 'Can', 'Naz']);
  });

  it('chooses everything that matches except unticked rows, and asks the server about exactly that', async () => {
    const { person, calls } = await show({}, '/applications?jobId=7&page=1&activeTab=all&isSeen=false');
    await person.click(check('Ayşe'));
    await person.click(within(await bar()).getByRole('button', { name: 'Select all 312 matches' }));
    expect(ticked()).toEqual(NAMES);
    await person.click(check('Can'));
    expect(within(await bar()).getByText('311 selected')).toBeInTheDocument();
    await person.click(within(await bar()).getByRole('button', { name: 'Decline' }));
    const dialog = await screen.findByRole('dialog', { name: 'Decline these applications?' });
    expect(await within(dialog).findByText('Unopened only')).toBeInTheDocument();
    expect(within(dialog).getByText('Barista')).toBeInTheDocument();
    expect(bodies(calls, '/job/application/bulk/preview')[0]).toEqual({
      action: 'decline',
      query: { status: 'in_progress,accepted', jobId: 7, isSeen: false },
      except: [3],
    });
  });
});

describe('the dialog', () => {
  beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-25T09:00:00.000Z')));
  afterEach(() => void jest.restoreAllMocks());

  const decline = async (answers: Answers = {}) => {
    const view = await show(answers);
    await view.person.click(check('Ayşe'));
    await view.person.click(within(await bar()).getByRole('button', { name: 'Select all 312 matches' }));
    await view.person.click(within(await bar()).getByRole('button', { name: 'Decline' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('12 have an interview');
    return { ...view, dialog };
  };

  it('says how many are left out and why, and its button says what it does', async () => {
    const { person, dialog, calls } = await decline();
    expect(dialog.getByText('14 will be skipped:')).toBeInTheDocument();
    expect(dialog.queryByRole('radio', { name: 'Never' })).not.toBeInTheDocument();
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'Another reason…');
    await person.click(dialog.getByRole('button', { name: 'Decline 298' }));
    expect(await dialog.findByText('Write at least 3 characters.')).toBeInTheDocument();
    await person.type(dialog.getByRole('textbox', { name: 'What’s the reason?' }), 'Moved away');
    await person.click(dialog.getByRole('radio', { name: 'Now' }));
    await person.click(dialog.getByRole('button', { name: 'Decline 298' }));
    const progress = await screen.findByRole('region', { name: 'Bulk action' });
    expect(within(progress).getByRole('status')).toHaveTextContent(
      '298 declined · 14 skipped: 12 have an interview, 2 withdrew',
    );
    expect(bodies(calls, '/job/application/bulk')).toEqual([
      {
        action: 'decline',
        query: { status: 'in_progress,accepted' },
        expected: 312,
        options: { reason: 'other', note: 'Moved away', tell: 'now' },
      },
    ]);
    expect(screen.queryByRole('region', { name: 'Selected applications' })).not.toBeInTheDocument();
    // Its opener is gone.
    await waitFor(() => expect(progress).toHaveFocus());
  });

  it('stays closed when the user has left the list and comes back', async () => {
    const { router, store } = await decline();
    await act(async () => router.navigate('/elsewhere'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await act(async () => router.navigate(-1));
    await bar();
    expect(store.getState().bulks.dialog).toBeNull();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('counts again after a failure', async () => {
    let fails = true;
    const { person } = await show({
      'POST /job/application/bulk/preview': () => {
        if (fails) throw new ApiError({ status: 500, key: 'error.unknown_error' });
        return { payload: { preview: PREVIEW } };
      },
    });
    await person.click(check('Ayşe'));
    await person.click(within(await bar()).getByRole('button', { name: 'Decline' }));
    const dialog = within(await screen.findByRole('dialog'));
    const retry = await dialog.findByRole('button', { name: 'Try again' });
    fails = false;
    await person.click(retry);
    expect(await dialog.findByRole('button', { name: 'Decline 298' })).toBeEnabled();
    expect(dialog.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('offers no second try of a count that the server always refuses', async () => {
    const { person } = await show({
      'POST /job/application/bulk/preview': () => {
        throw new ApiError({ status: 400, key: 'bulk.job_required' });
      },
    });
    await person.click(check('Ayşe'));
    await person.click(within(await bar()).getByRole('button', { name: 'Decline' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/^Choose a job first/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('names the morning instead of "Now" at night', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-25T20:00:00.000Z'));
    const { dialog } = await decline();
    expect(dialog.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
      'After your usual delay',
      'Tomorrow at 08:00, when the night is over',
    ]);
  });

  it('never tells only for a duplicate or spam', async () => {
    const { person, dialog } = await decline();
    const reason = dialog.getByRole('combobox', { name: 'Reason' });
    await person.selectOptions(reason, 'Applied twice');
    await person.click(dialog.getByRole('radio', { name: 'Never' }));
    await person.selectOptions(reason, 'Position filled');
    expect(dialog.getByRole('radio', { name: 'After your usual delay' })).toBeChecked();
  });

  it('continues with the new number when the list changed meanwhile, and loses nothing', async () => {
    let preview = PREVIEW;
    const { person, dialog, calls } = await decline({
      'POST /job/application/bulk/preview': () => ({ payload: { preview } }),
      'POST /job/application/bulk': ({ body }) => {
        if ((body as { expected: number }).expected === 320) return { payload: { bulk: aBulk() } };
        preview = { ...PREVIEW, matches: 320, ready: 305 };
        throw new ApiError({ status: 409, key: 'bulk.set_changed', payload: { matches: 320 } });
      },
    });
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'Position filled');
    await person.click(dialog.getByRole('button', { name: 'Decline 298' }));
    expect(await dialog.findByText('The list has changed: 320 applications match now.')).toBeInTheDocument();
    await person.click(await dialog.findByRole('button', { name: 'Continue with 305' }));
    await screen.findByRole('region', { name: 'Bulk action' });
    expect(bodies(calls, '/job/application/bulk')[1]).toMatchObject({
      expected: 320,
      options: { reason: 'position_filled' },
    });
  });

  it('says how many of the chosen cannot be notified', async () => {
    const show1 = (unreachable: number) =>
      show({ 'POST /job/application/bulk/preview': () => ({ payload: { preview: { ...PREVIEW, unreachable } } }) });
    const { person } = await show1(3);
    await person.click(check('Ayşe'));
    await person.click(within(await bar()).getByRole('button', { name: 'Decline' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('3 can’t be reached, so they won’t be notified.')).toBeInTheDocument();
  });

  it('shows a message as its recipients would get it, and keeps the text when it is refused', async () => {
    const samples = [{ applicationId: 1, name: 'Ayşe Yılmaz', language: 'tr', text: 'Merhaba!' }];
    const { person, calls } = await show({
      'POST /job/application/bulk/preview': () => ({
        payload: { preview: { ...PREVIEW, matches: 1, ready: 1, skips: [], samples } },
      }),
      'POST /job/application/bulk': () => {
        throw new ApiError({ status: 409, key: 'improper_message' });
      },
    });
    await person.click(check('Ayşe'));
    await person.click(within(await bar()).getByRole('button', { name: 'Message' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByRole('textbox', { name: 'Message' }), 'Merhaba!');
    expect(await dialog.findByText('Ayşe Yılmaz will get (Türkçe):')).toBeInTheDocument();
    await person.click(dialog.getByRole('button', { name: 'Send to 1' }));
    expect(await dialog.findByText(/Change it before you send it to many people/)).toBeInTheDocument();
    expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Merhaba!');
    expect(bodies(calls, '/job/application/bulk')[0]).toEqual({
      action: 'message',
      ids: [1],
      expected: 1,
      options: { body: 'Merhaba!' },
    });
  });
});

it('starts the workbook of the Declined tab from its list', async () => {
  const { person, calls } = await show({}, '/applications?page=1&activeTab=declined', 'link');
  await chooseItem(person, 'More for this list', 'Download Excel');
  await screen.findByRole('dialog', { name: 'Download Excel' });
  const query = { status: 'accepted,in_progress,rejected', decision: 'declined', limit: 0 };
  await waitFor(() => expect(calls).toContainEqual(expect.objectContaining({ query: expect.objectContaining(query) })));
});

it('exports the chosen rows once the workbook under way is made', async () => {
  const { person, calls, store } = await show();
  act(() => void store.dispatch(exportsActions.workbookResumed()));
  await person.click(check('Ayşe'));
  const exported = () => bodies(calls, '/job/application/export/excel');
  const button = within(await bar()).getByRole('button', { name: 'Export' });
  expect(button).toHaveAttribute('aria-busy', 'true');
  await person.click(button);
  act(() => void store.dispatch(exportsActions.workbookLoaded()));
  expect(exported()).toEqual([]);
  await person.click(button);
  await waitFor(() => expect(exported()).toHaveLength(1));
});

it('offers no reopening for withdrawn applications', async () => {
  const { person } = await show({}, '/applications?page=1&activeTab=declined&stage=withdrew', 'link');
  await chooseItem(person, 'More for this list', 'Select');
  const chosen = within(await bar());
  expect(chosen.getByRole('button', { name: 'Message' })).toBeInTheDocument();
  expect(chosen.queryByRole('button', { name: 'Reopen' })).toBeNull();
});

it('asks before it closes without a typed message', async () => {
  const { person } = await show();
  await person.click(check('Ayşe'));
  await person.click(within(await bar()).getByRole('button', { name: 'Message' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Message these applicants' }));
  await person.type(dialog.getByRole('textbox', { name: 'Message' }), 'Merhaba!');
  await person.keyboard('{Escape}');
  const question = within(await screen.findByRole('dialog', { name: 'Close without saving?' }));
  await person.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Merhaba!');
  await person.clear(dialog.getByRole('textbox', { name: 'Message' }));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('the progress', () => {
  const items: Answers = {
    [`GET /job/application/bulk/${BULK_ID}/items`]: ({ query }) => ({
      payload: [
        query?.outcome === 'skipped'
          ? { applicationId: 5, jobId: 7, name: 'Ela Ak', outcome: 'skipped', key: 'application.withdrawn' }
          : { applicationId: 6, jobId: 7, name: 'Ali Su', outcome: 'done', key: null },
      ],
      total: 1,
    }),
    [`POST /job/application/bulk/${BULK_ID}/undo`]: () => ({
      payload: { bulk: aBulk({ id: 'b'.repeat(32), undoOf: BULK_ID, skipped: 0, skips: [] }) },
    }),
  };

  it('shows how far it is, then the result with who it was', async () => {
    const { person, store } = await show(items);
    act(() => void store.dispatch(bulksActions.bulkFound({ bulk: aRunningBulk(), ownerId: 0 })));
    const progress = await screen.findByRole('progressbar', { name: 'Bulk action' });
    expect(progress).toHaveAttribute('aria-valuenow', '100');
    expect(progress).toHaveAttribute('aria-valuetext', 'Declining: 100 of 312');
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    act(() => void store.dispatch(bulksActions.bulkLoaded(aBulk())));
    await person.click(screen.getByRole('button', { name: 'See details' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Result' }));
    expect(await dialog.findByRole('link', { name: 'Ela Ak' })).toHaveAttribute('href', '/jobs/detail/7/5');
    expect(dialog.getByText('The applicant has withdrawn.')).toBeInTheDocument();
    await person.click(dialog.getByRole('radio', { name: 'Done (298)' }));
    expect(await dialog.findByRole('link', { name: 'Ali Su' })).toBeInTheDocument();
  });

  it('says that messages were recalled', async () => {
    const { store } = await show(items);
    act(
      () =>
        void store.dispatch(bulksActions.bulkFound({ bulk: aBulk({ action: 'message', undoOf: 'x' }), ownerId: 0 })),
    );
    expect(await screen.findAllByText(/^298 messages recalled/)).not.toHaveLength(0);
  });

  it('undoes once and goes away when the user closes it', async () => {
    const { person, store, calls } = await show(items);
    act(() => void store.dispatch(bulksActions.bulkFound({ bulk: aBulk(), ownerId: 0 })));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('298 restored', { selector: '[role=status]' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('region', { name: 'Bulk action' })).toHaveFocus());
    expect(bodies(calls, `/job/application/bulk/${BULK_ID}/undo`)).toHaveLength(1);
    await person.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'Bulk action' })).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it.each([
    [10, '298 messages will be sent in a few seconds · 14 skipped'],
    [36_000, '298 messages will be sent at 08:00 · 14 skipped'],
  ])('says when messages leave that can be recalled for %d seconds', async (recallSeconds, text) => {
    const { store } = await show(items);
    // So far ahead that no machine is too slow to show it; 08:00 in the marketplace.
    const recallUntil = Date.parse('2126-11-24T05:00:00Z');
    const bulk = { ...aBulk({ action: 'message', recallSeconds }), recallUntil };
    act(() => void store.dispatch(bulksActions.bulkFound({ bulk, ownerId: 0 })));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  });

  it('lists the recent actions with their undo', async () => {
    const handleClose = jest.fn();
    const view = await renderScreen(<RecentBulks open onClose={handleClose} />, {
      path: '/jobs',
      at: '/jobs',
      user: aUser(),
      answers: { ...items, 'GET /job/application/bulk': () => ({ payload: [aBulk()] }) },
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Recent actions' }));
    expect(await dialog.findByText('298 declined · 14 skipped')).toBeInTheDocument();
    await view.person.click(dialog.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
    expect(dialog.getByText(/undone/)).toBeInTheDocument();
    await view.person.click(dialog.getByRole('button', { name: 'See details' }));
    const who = within(await screen.findByRole('dialog', { name: 'Result' }));
    await view.person.click(await who.findByRole('link', { name: 'Ela Ak' }));
    expect(handleClose).toHaveBeenCalledTimes(1);
  });
});
