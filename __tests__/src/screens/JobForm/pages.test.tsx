import { act, screen, waitFor, within } from '@testing-library/react';
import type { SessionUser } from '../../../../contract/schemas/session';
import { draftChanged } from '../../../../src/domains/jobs';
import { JobCreatePage } from '../../../../src/screens/JobForm/JobCreatePage';
import { JobEditPage } from '../../../../src/screens/JobForm/JobEditPage';
import { ApiError } from '../../../../src/lib/http';
import { anApiError, anAppointment } from '../../../support/builders';
import { aBulk, BULK_ID } from '../../../support/bulks';
import { aJob } from '../../../support/jobBuilder';
import { deferred, type Answers } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';
import { aUser } from '../world';

const place = { id: 5, name: 'Kadıköy', address: null, position: '40.99, 29.03' };
const fields = [
  { name: 'status', isActive: true, options: ['active', 'closed', 'draft'] },
  { name: 'militaryRequirements', isActive: false, options: [] },
  { name: 'image', isActive: true },
  { name: 'tags', isActive: true },
  { name: 'hiresWanted', isActive: true },
];

const base: Answers = {
  'POST /form-input-list': () => ({ payload: { fields } }),
  'GET /job/language': () => ({ payload: [] }),
  'GET /job/tag': () => ({ payload: [{ id: 1, name: 'Free meals' }] }),
  'GET /job/job-categories/datalist': () => ({ payload: [{ id: 2, name: 'Restaurant' }] }),
  'GET /job/job-positions/datalist': () => ({ payload: [{ id: 3, name: 'Garson' }] }),
  'GET /job/company-location': () => ({ payload: [place, { ...place, id: 6, name: 'Moda' }] }),
  'GET /branch-accounts/active-job-counts': () => ({
    payload: [{ userId: 20, companyName: 'Mavi Fincan', activeJobCount: 1 }],
  }),
  'GET /job/100': () => ({ payload: { job: aJob() } }),
};

const branch = aUser({ userType: 'branch', grantLevel: 10 });
const company = aUser({ userType: 'company', grantLevel: 40, jobCreationBalance: 1 });

const create = (user: SessionUser, answers: Answers = {}) =>
  renderScreen(<JobCreatePage />, { path: '/jobs/create', at: '/jobs/create', user, answers: { ...base, ...answers } });
const edit = (answers: Answers = {}, user = branch) =>
  renderScreen(<JobEditPage />, {
    path: '/jobs/edit/:jobId',
    at: '/jobs/edit/100',
    user,
    answers: { ...base, ...answers },
  });

type JobForm = Awaited<ReturnType<typeof create>>;
/** Pastes the text, because each keystroke would render the whole form. */
const type = async ({ person }: JobForm, field: HTMLElement, text: string) => {
  await person.click(field);
  await person.paste(text);
};
const fill = async (shown: JobForm) => {
  const { person } = shown;
  await type(shown, await screen.findByLabelText('Title'), 'Garson');
  await type(shown, screen.getByRole('combobox', { name: 'Position' }), 'gar');
  await person.click(await screen.findByRole('option', { name: 'Garson' }));
  await person.selectOptions(screen.getByLabelText('Category'), '2');
  await type(shown, screen.getByLabelText('Description'), 'Servis');
  await person.click(screen.getByRole('checkbox', { name: 'Full time' }));
  await person.selectOptions(screen.getByLabelText('How applicants can reach you'), 'no_contact');
  await person.click(await screen.findByRole('checkbox', { name: 'Kadıköy' }));
};
const created = (status: 'active' | 'draft', jobCreationBalance: number) => ({
  'POST /job': () => ({ payload: { job: aJob({ status }), jobCreationBalance } }),
});
const press = ({ person }: JobForm, name: string) => person.click(screen.getByRole('button', { name }));
const sent = ({ calls }: JobForm, method: string) =>
  calls.find((call) => call.method === method && /^\/job(\/\d+)?$/.test(call.path));

describe('a new job', () => {
  it('stays left when the branches fail to load after the user left', async () => {
    const counts = deferred<{ payload: unknown }>();
    const shown = await create(aUser(), { 'GET /branch-accounts/active-job-counts': () => counts.promise });
    await screen.findByLabelText('Branch');
    await act(async () => shown.router.navigate('/elsewhere'));
    await act(async () => counts.reject(anApiError(500)));
    expect(shown.where()).toBe('/elsewhere');
  });

  it('asks root for the branch, focuses the first wrong field and lists all', async () => {
    const shown = await create(aUser());
    expect(await screen.findByText(/Choose a branch first/)).toBeInTheDocument();
    await press(shown, 'Publish');
    const summary = (await screen.findByText('8 fields need attention')).closest<HTMLElement>('[role="alert"]')!;
    await waitFor(() => expect(screen.getByLabelText('Branch')).toHaveFocus());
    await shown.person.click(within(summary).getByRole('button', { name: 'Title' }));
    expect(screen.getByLabelText('Title')).toHaveFocus();
  });

  it('opens the error page without the list of branches', async () => {
    const shown = await create(aUser(), {
      'GET /branch-accounts/active-job-counts': () => {
        throw new ApiError({ status: 500, key: 'x', requestId: 'r' });
      },
    });
    await screen.findByText('elsewhere');
    expect(shown.where()).toContain('/error');
  });

  it('offers several workplaces and auto-shortlist to a branch but not to a company', async () => {
    const { unmount } = await create(branch);
    expect(await screen.findByRole('group', { name: 'Workplaces' })).toBeInTheDocument();
    expect(screen.getByLabelText(/Shortlist good matches/)).toBeInTheDocument();
    unmount();
    await create(company);
    expect(await screen.findByRole('group', { name: 'Workplace', description: 'Required' })).toBeInTheDocument();
    expect(screen.queryByLabelText(/Shortlist good matches/)).toBeNull();
  });

  it('says which numbers are too large, and cuts none of them down', async () => {
    const shown = await create(branch);
    await shown.person.click(await screen.findByLabelText(/Shortlist good matches/));
    const fields = [
      ['Minimum age', '100', 'Enter 99 or less.'],
      ['Maximum age', '100', 'Enter 99 or less.'],
      ['How many people do you want to hire?', '1000', 'Enter 999 or less.'],
      ['Minimum match score, in percent (0–100)', '1000', 'Enter 100 or less.'],
    ] as const;
    for (const [name, value] of fields) {
      const field = screen.getByLabelText(name);
      await shown.person.clear(field);
      await shown.person.type(field, value);
      expect(field).toHaveValue(value);
    }
    await press(shown, 'Publish');
    for (const [name, , problem] of fields)
      await waitFor(() =>
        expect(screen.getByLabelText(name)).toHaveAccessibleDescription(expect.stringContaining(problem)),
      );
  });

  it('shows the default picture without a cover', async () => {
    await create(branch);
    expect(await screen.findByAltText('Cover picture of the job')).toHaveAttribute(
      'src',
      '/dashboard/default-job-image.svg',
    );
  });

  it('opens the jobs after the last credit is used', async () => {
    const shown = await create(company, created('active', 0));
    await fill(shown);
    await press(shown, 'Publish');
    await screen.findByText('elsewhere');
    expect(shown.where()).toBe('/jobs');
    expect(shown.router.state.location.state).toMatchObject({ justCreated: 100 });
  });

  it('warns about a draft that was saved for lack of credits, then opens the jobs', async () => {
    const shown = await create(company, created('draft', 0));
    await fill(shown);
    await press(shown, 'Publish');
    expect(await screen.findByRole('dialog', { name: 'Saved as a draft' })).toBeInTheDocument();
    await press(shown, 'Go to my jobs');
    expect(shown.where()).toBe('/jobs');
  });

  it('warns about a draft saved by choice without mentioning credits', async () => {
    const shown = await create(branch, created('draft', 0));
    await fill(shown);
    await press(shown, 'Save as draft');
    const dialog = await screen.findByRole('dialog', { name: 'Saved as a draft' });
    expect(dialog).toHaveTextContent('Workers can’t see it yet.');
    expect(within(dialog).queryByRole('button', { name: 'View packages' })).not.toBeInTheDocument();
    await press(shown, 'Go to my jobs');
    expect(shown.where()).toBe('/jobs');
    expect(shown.router.state.location.state).toBeNull();
  });

  it('is saved as a draft with a title alone', async () => {
    const shown = await create(branch, created('draft', 0));
    await screen.findByLabelText('Title');
    await press(shown, 'Save as draft');
    expect(await screen.findByText('1 field needs attention')).toBeInTheDocument();
    expect(screen.getByLabelText('Title')).toHaveFocus();
    await type(shown, screen.getByLabelText('Title'), 'Garson');
    await press(shown, 'Save as draft');
    expect(await screen.findByRole('dialog', { name: 'Saved as a draft' })).toBeInTheDocument();
    expect(sent(shown, 'POST')?.body).toMatchObject({ status: 'draft', title: 'Garson', positionId: null });
  });

  it('that could not be saved leads to the error page and keeps what was typed', async () => {
    const shown = await create(branch, {
      'POST /job': () => {
        throw new ApiError({ status: 500, key: 'x', requestId: 'r' });
      },
    });
    await type(shown, await screen.findByLabelText('Title'), 'Garson');
    await press(shown, 'Save as draft');
    await screen.findByText('elsewhere');
    expect(shown.where()).toBe('/error');
    expect(shown.router.state.location.state).toMatchObject({ requestId: 'r', isSave: true });
    await act(async () => shown.router.navigate(-1));
    expect(await screen.findByLabelText('Title')).toHaveValue('Garson');
  });

  it('cannot be started without a credit', async () => {
    const shown = await create({ ...company, jobCreationBalance: 0 });
    expect(await screen.findByRole('dialog', { name: 'No credits left' })).toBeInTheDocument();
    await press(shown, 'View packages');
    expect(shown.where()).toBe('/packages');
  });

  it('shows a refusal for lack of credits and keeps the form', async () => {
    const shown = await create(branch, {
      'POST /job': () => {
        throw new ApiError({ status: 400, key: 'insufficient_balance', requestId: 'r' });
      },
    });
    await fill(shown);
    await press(shown, 'Publish');
    expect(await screen.findByRole('dialog', { name: 'No credits left' })).toBeInTheDocument();
    expect(shown.where()).toBe('/jobs/create');
  });

  it('saves what was typed as a draft, immediately when the page unloads', async () => {
    const shown = await create(branch);
    await type(shown, await screen.findByLabelText('Title'), 'Yarım');
    await waitFor(() => expect(Object.keys(shown.store.getState().jobDrafts.byKey)).toEqual(['1/new']));
    await shown.person.clear(screen.getByLabelText('Title'));
    await type(shown, screen.getByLabelText('Title'), 'Son söz');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(shown.store.getState().jobDrafts.byKey['1/new']?.values.title).toBe('Son söz');
  });

  it('asks before leaving whether to stay, keep or discard', async () => {
    const shown = await create(branch);
    await type(shown, await screen.findByLabelText('Title'), 'Yarım');
    await waitFor(() => expect(shown.store.getState().jobDrafts.byKey['1/new']).toBeDefined());
    act(() => shown.router.navigate('/jobs'));
    const dialog = await screen.findByRole('dialog', { name: 'Leave this form?' });
    await shown.person.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(shown.where()).toBe('/jobs/create');
    act(() => shown.router.navigate('/jobs'));
    await shown.person.click(await screen.findByRole('button', { name: 'Discard' }));
    await screen.findByText('elsewhere');
    expect(shown.store.getState().jobDrafts.byKey).toEqual({});
  });
});

describe('what the form knows already', () => {
  const places = (...list: object[]) => ({ 'GET /job/company-location': () => ({ payload: list }) });

  it('chooses a sole workplace, and leaving the untouched form asks nothing', async () => {
    const shown = await create(branch, places(place));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Kadıköy' })).toBeChecked());
    await act(async () => shown.router.navigate('/jobs'));
    expect(await screen.findByText('elsewhere')).toBeVisible();
  });

  it('says that a company may choose only one workplace, and replaces none', async () => {
    const { person } = await create(company);
    await person.click(await screen.findByRole('checkbox', { name: 'Kadıköy' }));
    await person.click(screen.getByRole('checkbox', { name: 'Moda' }));
    expect(await screen.findByText('More than one location cannot be selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Kadıköy' })).toBeChecked();
  });

  it('offers a new company its own place as the first workplace', async () => {
    const location = { latitude: 40.98, longitude: 29.03, name: 'Moda, Kadıköy, İstanbul' };
    const shown = await create(
      { ...company, location },
      {
        ...places(),
        'POST /job/company-location': () => ({ payload: { location: { ...place, id: 9, name: 'Kahve Durağı' } } }),
      },
    );
    await shown.person.click(await screen.findByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Choose at least one workplace.')).toBeVisible();
    await shown.person.click(
      await screen.findByRole('button', { name: 'Use your company’s location: Moda, Kadıköy, İstanbul' }),
    );
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Kahve Durağı' })).toBeChecked());
    await waitFor(() => expect(screen.queryByText('Choose at least one workplace.')).toBeNull());
    expect(shown.calls.find(({ method, path }) => method === 'POST' && path === '/job/company-location')).toMatchObject(
      {
        body: { name: 'Kahve Durağı', location: '40.98, 29.03' },
      },
    );
  });

  it('fills in the user’s phone for contact by phone, and tells a company what publishing costs', async () => {
    const { person } = await create({ ...company, phone: '5321234567', jobCreationBalance: 3 });
    expect(await screen.findByText('Publishing uses one credit. You have 3 credits.')).toBeVisible();
    await person.selectOptions(screen.getByLabelText('How applicants can reach you'), 'via_phone');
    expect(await screen.findByLabelText('Contact phone')).toHaveValue('5321234567');
  });

  it('shows the code 1014 without the form definition', async () => {
    await create(branch, {
      'POST /form-input-list': () => {
        throw new ApiError({ status: 500, key: 'x', requestId: 'r' });
      },
    });
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('An error occurred! Please, try again later. Error code: 1014');
    expect(within(dialog).getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

/** Leaves a dialog with what was typed, and stays when it asks. */
const keepEditing = async (shown: JobForm) => {
  await shown.person.keyboard('{Escape}');
  const question = await screen.findByRole('dialog', { name: 'Close without saving?' });
  await shown.person.click(within(question).getByRole('button', { name: 'Keep editing' }));
};

describe('dialogs of the form', () => {
  it('asks for no tags and no cover where the configuration has them inactive', async () => {
    const inactive = ['image', 'tags'].map((name) => ({ name, isActive: false }));
    await create(branch, { 'POST /form-input-list': () => ({ payload: { fields: inactive } }) });
    expect(await screen.findByLabelText('Salary from (monthly, TRY)')).toBeInTheDocument();
    expect(screen.queryByText('Cover picture')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add tag' })).not.toBeInTheDocument();
    expect(screen.queryByText('Free meals')).not.toBeInTheDocument();
  });

  it('refuses a tag without a name and selects a new one', async () => {
    const shown = await create(branch, {
      'POST /job/tag': () => ({ payload: { tag: { id: 9, name: 'Bahşiş' } } }),
    });
    await shown.person.click(await screen.findByRole('button', { name: 'Add tag' }));
    await press(shown, 'Add');
    expect(await screen.findByText('Please enter tag name')).toBeInTheDocument();
    await type(shown, screen.getByLabelText('Tag name'), 'Bahşiş');
    await keepEditing(shown);
    await press(shown, 'Add');
    expect(await screen.findByRole('checkbox', { name: 'Bahşiş' })).toBeChecked();
  });

  it('shows why a tag cannot be added', async () => {
    const shown = await create(branch, {
      'POST /job/tag': () => {
        throw new ApiError({ status: 500, key: 'x', requestId: 'r' });
      },
    });
    await shown.person.click(await screen.findByRole('button', { name: 'Add tag' }));
    await type(shown, screen.getByLabelText('Tag name'), 'Bahşiş');
    await press(shown, 'Add');
    expect(await screen.findByText('Unknown error')).toBeInTheDocument();
  });

  it('finds a workplace by its name', async () => {
    const moda = { name: 'Moda, Kadıköy, İstanbul', latitude: 40.98, longitude: 29.02 };
    const shown = await create(branch, {
      'GET /shared-api/places': () => ({ payload: [moda] }),
      'GET /places': () => ({ payload: [moda] }),
      'POST /job/company-location': () => ({ payload: { location: { ...place, id: 9, name: 'Sahil' } } }),
    });
    await shown.person.click(await screen.findByRole('button', { name: 'Add workplace' }));
    const dialog = await screen.findByRole('dialog');
    await type(shown, within(dialog).getByLabelText('Workplace name'), 'Sahil');
    await keepEditing(shown);
    await type(shown, within(dialog).getByRole('combobox', { name: 'Location' }), 'mod');
    await shown.person.click(await screen.findByRole('option', { name: moda.name }));
    await press(shown, 'Add');
    expect(await screen.findByRole('checkbox', { name: 'Sahil' })).toBeChecked();
    expect(shown.calls.find(({ method, path }) => method === 'POST' && path === '/job/company-location')).toMatchObject(
      {
        body: { name: 'Sahil', location: '40.98, 29.02' },
      },
    );
  });

  it('requires a name and a point for a workplace', async () => {
    const shown = await create(branch);
    await shown.person.click(await screen.findByRole('button', { name: 'Add workplace' }));
    await press(shown, 'Add');
    expect(await screen.findByText('All fields are required.')).toBeInTheDocument();
    expect(screen.getByLabelText('Workplace name')).toHaveFocus();
    await type(shown, screen.getByLabelText('Workplace name'), 'Sahil');
    await press(shown, 'Add');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Location' })).toHaveFocus());
    expect(shown.calls.some(({ method, path }) => method === 'POST' && path === '/job/company-location')).toBe(false);
  });
});

describe('editing a job', () => {
  it('shows root the branch but does not let it change', async () => {
    await edit({}, aUser());
    expect(await screen.findByLabelText('Branch')).toBeDisabled();
    expect(screen.getByLabelText('Title')).toHaveValue('Garson');
  });

  it('offers the statuses of the form definition and asks for a reason before closing', async () => {
    const shown = await edit({
      'PUT /job/100': () => ({ payload: { job: aJob({ status: 'closed' }), jobCreationBalance: 0 } }),
    });
    const status = await screen.findByLabelText('Job status');
    expect(within(status).getAllByRole('option')).toHaveLength(3);
    await shown.person.selectOptions(status, 'closed');
    await press(shown, 'Save');
    const dialog = await screen.findByRole('dialog', { name: 'Why are you closing this job?' });
    expect(sent(shown, 'PUT')).toBeUndefined();
    await shown.person.click(within(dialog).getByRole('radio', { name: 'I don’t need anyone anymore' }));
    await press(shown, 'Close job');
    await screen.findByText('elsewhere');
    expect(sent(shown, 'PUT')?.body).toMatchObject({ status: 'closed', closeReason: 'not_need_anymore' });
    expect(shown.where()).toBe('/applications?jobId=100&page=1&activeTab=all');
    // Back skips the form.
    expect(shown.router.state.historyAction).toBe('REPLACE');
  });

  const offered = { id: 502, firstName: 'Ece', lastName: 'Kaya', imageUrl: null, phone: null };
  it.each([
    ['answers those who wait', true, { answerRemaining: { templateId: null } }],
    ['answers nobody if the user unticks it', false, {}],
  ])(
    'closes a job from a link: it asks at once, names who is left out, suggests no reason, and %s',
    async (_name, answers, more) => {
      const shown = await edit({
        'GET /search/application/all': () => ({ payload: [], total: 41 }),
        'GET /appointment/me': () => ({
          payload: [
            anAppointment({ id: 5, applicationId: 1, status: { name: 'ACTIVE' } }),
            anAppointment({ id: 4, applicationId: 1, status: { name: 'EXPIRED' } }),
            anAppointment({ id: 6, applicationId: 2, status: { name: 'ACTIVE' }, isApplicantCameToAppointment: false }),
            anAppointment({ id: 7, applicationId: 3, status: { name: 'OFFER_SENT' }, user: offered }),
          ],
        }),
        [`GET /job/application/bulk/${BULK_ID}`]: () => ({ payload: { bulk: aBulk() } }),
        'PUT /job/100': () => ({ payload: { job: aJob({ status: 'closed' }), jobCreationBalance: 0, bulk: aBulk() } }),
      });
      await screen.findByLabelText('Title');
      await act(async () => shown.router.navigate('/elsewhere'));
      await act(async () => shown.router.navigate('/jobs/edit/100', { state: { closes: true } }));
      const dialog = await screen.findByRole('dialog', { name: 'Why are you closing this job?' });
      const box = await within(dialog).findByRole('checkbox', {
        name: /^Reply to the 39 still waiting/,
      });
      expect(within(dialog).getByText('Skipped because of an interview: Ayşe Yılmaz')).toBeInTheDocument();
      expect(within(dialog).getByText('Skipped because of an offer: Ece Kaya')).toBeInTheDocument();
      expect(box).toBeChecked();
      if (!answers) await shown.person.click(box);
      const action = within(dialog).getByRole('button', { name: 'Close job' });
      expect(action).toBeDisabled();
      for (const radio of within(dialog).getAllByRole('radio')) expect(radio).not.toBeChecked();
      expect(dialog).not.toHaveTextContent('They’ll read');
      await shown.person.click(within(dialog).getByRole('radio', { name: 'I found someone elsewhere' }));
      expect(dialog).toHaveTextContent('“The position is filled. Thank you');
      await shown.person.click(within(dialog).getByRole('radio', { name: 'Another reason' }));
      expect(dialog).toHaveTextContent('“The position is no longer open. Thank you');
      await shown.person.click(action);
      await screen.findByText('elsewhere');
      const { closeReason, answerRemaining } = sent(shown, 'PUT')!.body as Record<string, unknown>;
      expect({ closeReason, ...(answerRemaining !== undefined && { answerRemaining }) }).toEqual({
        closeReason: 'other',
        ...more,
      });
      expect(shown.calls.find(({ path }) => path === '/search/application/all')?.query).toEqual({
        jobId: 100,
        status: 'in_progress',
        limit: 0,
      });
      await waitFor(() => expect(shown.store.getState().bulks.shown).toEqual([BULK_ID]));
    },
  );

  it('closing from a link saves nothing that was typed earlier, and keeps it without the job’s status', async () => {
    const shown = await edit({
      'GET /search/application/all': () => ({ payload: [], total: 0 }),
      'PUT /job/100': () => ({ payload: { job: aJob({ status: 'closed' }), jobCreationBalance: 0 } }),
    });
    await screen.findByLabelText('Title');
    await act(async () => shown.router.navigate('/elsewhere'));
    const values = { title: 'Yarım', status: 'active' };
    act(() => void shown.store.dispatch(draftChanged({ key: '1/100', values, savedAt: 1 })));
    await act(async () => shown.router.navigate('/jobs/edit/100', { state: { closes: true } }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Why are you closing this job?' }));
    await shown.person.click(dialog.getByRole('radio', { name: 'Another reason' }));
    await shown.person.click(dialog.getByRole('button', { name: 'Close job' }));
    await screen.findByText('elsewhere');
    expect(sent(shown, 'PUT')?.body).toMatchObject({ title: 'Garson', status: 'closed', closeReason: 'other' });
    expect(shown.store.getState().jobDrafts.byKey['1/100']?.values).toMatchObject({ title: 'Yarım', status: 'closed' });
  });

  it('leads back to where the user asked to close the job when they keep it open', async () => {
    const shown = await edit();
    await screen.findByLabelText('Title');
    await act(async () => shown.router.navigate('/elsewhere'));
    await act(async () => shown.router.navigate('/jobs/edit/100', { state: { closes: true } }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Why are you closing this job?' }));
    await shown.person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(shown.where()).toBe('/elsewhere'));
    expect(sent(shown, 'PUT')).toBeUndefined();
  });

  it.each([
    ['Publish', 'active'],
    ['Save as draft', 'draft'],
    [null, 'draft'],
  ])(
    'publishes a draft, such as a copy, by a press of %s alone, and no Enter in a field does',
    async (button, status) => {
      const shown = await edit({
        'GET /job/100': () => ({ payload: { job: aJob({ status: 'draft' }) } }),
        'PUT /job/100': () => ({ payload: { job: aJob({ status: 'active' }), jobCreationBalance: 0 } }),
      });
      const title = await screen.findByLabelText('Title');
      if (button) await press(shown, button);
      else await shown.person.type(title, '{Enter}');
      await screen.findByText('elsewhere');
      expect(sent(shown, 'PUT')?.body).toMatchObject({ status });
    },
  );

  it.each([
    ['loads', () => new Promise<never>(() => undefined)],
    [
      'could not be loaded',
      () => {
        throw new ApiError({ status: 500, key: 'error.unknown_error' });
      },
    ],
  ])('answers those who wait although their number %s', async (_name, count) => {
    const shown = await edit({
      'GET /search/application/all': count,
      'PUT /job/100': () => ({ payload: { job: aJob({ status: 'closed' }), jobCreationBalance: 0 } }),
    });
    await shown.person.selectOptions(await screen.findByLabelText('Job status'), 'closed');
    await press(shown, 'Save');
    const dialog = within(await screen.findByRole('dialog', { name: 'Why are you closing this job?' }));
    expect(dialog.getByRole('checkbox', { name: /^Reply to everyone still waiting/ })).toBeChecked();
    await shown.person.click(dialog.getByRole('radio', { name: 'Another reason' }));
    await press(shown, 'Close job');
    await screen.findByText('elsewhere');
    expect(sent(shown, 'PUT')?.body).toMatchObject({ answerRemaining: { templateId: null } });
  });

  it('tells nobody but a company about credits', async () => {
    await edit({ 'GET /job/100': () => ({ payload: { job: aJob({ status: 'closed' }) } }) }, aUser());
    expect(await screen.findByLabelText('Job status')).toHaveAccessibleDescription('Workers can’t see a passive job.');
  });

  it('tells a company that reopening costs a credit', async () => {
    const owner = { ...company, jobCreationBalance: 1 };
    const { person } = await edit({ 'GET /job/100': () => ({ payload: { job: aJob({ status: 'closed' }) } }) }, owner);
    const status = await screen.findByLabelText('Job status');
    expect(screen.queryByText(/uses one credit\. You have/)).toBeNull();
    await person.selectOptions(status, 'active');
    expect(await screen.findByText('Publishing uses one credit. You have 1 credit.')).toBeVisible();
  });

  it('tells a company once that publishing a draft costs a credit', async () => {
    const owner = { ...company, jobCreationBalance: 1 };
    await edit({ 'GET /job/100': () => ({ payload: { job: aJob({ status: 'draft' }) } }) }, owner);
    expect(await screen.findByText('Publishing uses one credit. You have 1 credit.')).toBeVisible();
    expect(screen.getAllByText(/uses one/)).toHaveLength(1);
  });

  it.each([
    [404, '/unauthorized'],
    [500, '/error'],
  ])('an answer of %s leads to %s', async (status, where) => {
    const shown = await edit({
      'GET /job/100': () => {
        throw new ApiError({ status, key: 'x', requestId: 'r' });
      },
    });
    await screen.findByText('elsewhere');
    expect(shown.where()).toContain(where);
  });

  it('also shows what the server refused in the summary', async () => {
    const shown = await edit({
      'PUT /job/100': () => {
        throw new ApiError({
          status: 400,
          key: 'x',
          requestId: 'r',
          children: { image: { errors: ['image.invalid'] } },
        });
      },
    });
    await type(shown, await screen.findByLabelText('Title'), ' 2');
    await press(shown, 'Save');
    expect(await screen.findByText('1 field needs attention')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Change picture' })).toHaveFocus();
  });

  it('says of changes to a job that they are kept, not that it is a draft', async () => {
    const shown = await edit();
    await type(shown, await screen.findByLabelText('Title'), ' 2');
    expect(await screen.findByText(/^Your changes are kept on this device/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Delete draft' })).toBeNull();
  });

  it('saves an unfinished draft, but publishes only a finished one', async () => {
    const job = aJob({ status: 'draft', position: null, category: null, contactType: null, description: '' });
    const shown = await edit({
      'GET /job/100': () => ({ payload: { job } }),
      'PUT /job/100': () => ({ payload: { job, jobCreationBalance: 0 } }),
    });
    await screen.findByLabelText('Title');
    await press(shown, 'Publish');
    expect(await screen.findByText('4 fields need attention')).toBeInTheDocument();
    expect(screen.getByLabelText('Job status')).toHaveValue('draft');
    await press(shown, 'Save as draft');
    await screen.findByText('elsewhere');
    expect(sent(shown, 'PUT')?.body).toMatchObject({ status: 'draft', positionId: null });
  });

  it('deletes a draft after a question, and shows why it could not', async () => {
    let tries = 0;
    const shown = await edit({
      'GET /job/100': () => ({ payload: { job: aJob({ status: 'draft' }) } }),
      'PUT /job/100': () => {
        tries += 1;
        if (tries === 1) throw new ApiError({ status: 409, key: 'conflict', requestId: 'r' });
        return { payload: { job: aJob({ status: 'deleted' }), jobCreationBalance: 0 } };
      },
    });
    await type(shown, await screen.findByLabelText('Title'), ' 2');
    await press(shown, 'Delete draft');
    const dialog = within(await screen.findByRole('dialog', { name: /^Delete “/ }));
    await shown.person.click(dialog.getByRole('button', { name: 'Delete draft' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    await shown.person.click(dialog.getByRole('button', { name: 'Delete draft' }));
    await screen.findByText('elsewhere');
    expect(shown.where()).toBe('/jobs');
    expect(sent(shown, 'PUT')?.body).toEqual({ status: 'deleted' });
    expect(shown.store.getState().jobDrafts.byKey).toEqual({});
  });

  it('takes the number of wanted hires, and keeps it in the draft', async () => {
    const job = aJob({ hiresWanted: 3, hired: 2 });
    const shown = await edit({
      'GET /job/100': () => ({ payload: { job } }),
      'PUT /job/100': () => ({ payload: { job, jobCreationBalance: 0 } }),
    });
    const field = await screen.findByLabelText('How many people do you want to hire?');
    expect(field).toHaveValue('3');
    expect(field).toHaveAccessibleDescription(/Today will suggest closing the job. 2 people hired so far./);
    await shown.person.clear(field);
    await type(shown, field, '0');
    await press(shown, 'Save');
    expect(field).toHaveAccessibleDescription(/Enter 1 or more/);
    expect(sent(shown, 'PUT')).toBeUndefined();
    await shown.person.clear(field);
    await type(shown, field, '5');
    const draft = () => shown.store.getState().jobDrafts.byKey['1/100']?.values;
    await waitFor(() => expect(draft()).toMatchObject({ hiresWanted: '5' }));
    await press(shown, 'Save');
    await waitFor(() => expect(sent(shown, 'PUT')?.body).toMatchObject({ hiresWanted: 5, numberOfHire: 1 }));
  });

  it('copies the job on the server and opens the copy', async () => {
    const shown = await edit({
      'GET /job/101': () => ({ payload: { job: aJob({ id: 101, status: 'draft' }) } }),
      'POST /job/100/copy': () => ({ payload: { job: aJob({ id: 101, status: 'draft' }) } }),
    });
    await shown.person.click(await screen.findByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(shown.where()).toBe('/jobs/edit/101'));
  });

  it('restores what the same user typed earlier and discards it on request', async () => {
    const shown = await edit();
    await screen.findByLabelText('Title');
    await act(async () => shown.router.navigate('/elsewhere'));
    act(() => {
      shown.store.dispatch(draftChanged({ key: '1/100', values: { title: 'Benim' }, savedAt: 1 }));
      shown.store.dispatch(draftChanged({ key: '2/100', values: { title: 'Başkasının' }, savedAt: 2 }));
    });
    await act(async () => shown.router.navigate('/jobs/edit/100'));
    expect(await screen.findByText('We restored what you had typed.')).toBeInTheDocument();
    expect(screen.getByLabelText('Title')).toHaveValue('Benim');
    await press(shown, 'Discard');
    expect(screen.getByLabelText('Title')).toHaveValue('Garson');
    expect(Object.keys(shown.store.getState().jobDrafts.byKey)).toEqual(['2/100']);
  });

  it('shows next to the save button which step of an upload failed, and can repeat it', async () => {
    const draft = { title: 'Benim', cover: { url: 'data:image/png;base64,iVBORw0KGgo=', isNew: true } };
    const shown = await edit();
    shown.container.tabIndex = -1;
    await screen.findByLabelText('Title');
    await act(async () => shown.router.navigate('/elsewhere'));
    act(() => void shown.store.dispatch(draftChanged({ key: '1/100', values: draft, savedAt: 1 })));
    await act(async () => shown.router.navigate('/jobs/edit/100'));
    await screen.findByText('We restored what you had typed.');
    await press(shown, 'Save');
    const alert = (await screen.findByText(/Failed to get upload URL/)).closest<HTMLElement>('[role="alert"]')!;
    await shown.person.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(shown.container).toHaveFocus();
    await waitFor(() => expect(shown.calls.filter(({ path }) => path === '/job/image')).toHaveLength(2));
    expect(sent(shown, 'PUT')).toBeUndefined();
  });
});
