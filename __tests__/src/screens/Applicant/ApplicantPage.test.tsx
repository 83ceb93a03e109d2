import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Outlet, type RouteObject } from 'react-router-dom';
import { emptyFilters, listOpened } from '../../../../src/domains/applications';
import { goingOnSwitched } from '../../../../src/domains/preferences';
import { ApplicantPage } from '../../../../src/screens/Applicant/ApplicantPage';
import { AppointmentBadge } from '../../../../src/ui/AppointmentBadge';
import { aComment, anApplicant } from '../../../support/applicantBuilder';
import { anApiError, anApplication, anAppointment, aUser, noAnswer } from '../../../support/builders';
import { aDecision } from '../../../support/decisions';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

// The other tabs have their own tests.
jest.mock('../../../../src/screens/Applicant/appointment/AppointmentTab', () => ({
  AppointmentTab: () => <p>the appointment</p>,
}));
jest.mock('../../../../src/screens/Applicant/feedback/FeedbackTab', () => ({ FeedbackTab: () => <p>the feedback</p> }));
jest.mock('../../../../src/widgets/Conversation/Conversation', () => ({
  Conversation: ({ userId, workerId }: Record<string, number>) => <p>{`conversation ${userId} ${workerId}`}</p>,
}));
jest.mock('../../../../src/widgets/exports/CvActions', () => ({ CvActions: () => <p>the CV</p> }));

type Given = Parameters<typeof anApplicant>[0];

const fields = (isActive: boolean) => ({
  fields: ['military_status', 'english_level'].map((name) => ({ name, isActive, isRequired: false })),
});

const server = (given: Given = {}) =>
  fakeApi()
    .on('GET', '/search/application/:id', (_call, { id }) =>
      ok({
        application: anApplicant({
          ...given,
          id: Number(id),
          user: { firstName: id === '101' ? 'Ayşe' : `Person ${id}`, ...given?.user },
        }),
      }),
    )
    .on('POST', '/form-input-list', ok(fields(true)))
    .on('PUT', '/job/application/:id/mark-as-seen', (_call, { id }) =>
      ok({ application: anApplication({ id: Number(id), isSeen: true }) }),
    );

const ROUTES: RouteObject[] = [
  {
    element: <Outlet />,
    children: [
      { path: '/jobs/detail/:jobId/:applicationId/:tab?', element: <ApplicantPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
  },
];

const BASE = '/jobs/detail/11/101';

const show = async (api = server(), options: { at?: string; user?: ReturnType<typeof aUser> } = {}) =>
  renderScreen(null, { api, routes: ROUTES, at: options.at ?? BASE, user: options.user });

/** Returns the applicant's heading once their page is whole: the lower parts of a profile follow in a render of their own. */
const heading = async (name = 'Ayşe Yılmaz') => {
  const shown = await screen.findByRole('heading', { level: 1, name });
  if (screen.queryByRole('tab', { name: 'Profile', selected: true }))
    await screen.findByRole('heading', { name: 'History' });
  return shown;
};
const field = (name: string) => screen.getAllByText(name, { selector: 'dt' }).at(-1)?.nextElementSibling;

describe('somebody whose data were erased', () => {
  const erased = () => server({ isShortListed: true, user: { isErased: true } });

  test.each(['messages', 'appointment', 'feedback'])('has no %s', async (tab) => {
    await show(erased(), { at: `${BASE}/${tab}` });
    await heading('Deleted person');
    expect(screen.getByText('This person’s data has been erased.')).toBeInTheDocument();
    expect(screen.queryByText(/^the appointment|^conversation/)).toBeNull();
    expect(screen.queryByRole('button', { name: /shortlist/i })).toBeNull();
  });

  test('keeps the decision as it was', async () => {
    await show(server({ status: 'rejected', decision: aDecision(), user: { isErased: true } }));
    await heading('Deleted person');
    expect(await screen.findByText(/^Declined by/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Reopen|Change reason/ })).toBeNull();
  });

  test('has no action that cannot work, no initials, and a whole name in the history', async () => {
    await show(
      erased().on(
        'GET',
        '/search/application/:id/history',
        ok([{ id: 1, action: 'application.arrived', actorName: null, at: '2024-01-10T09:00:00.000Z', details: {} }]),
      ),
    );
    await heading('Deleted person');
    expect(await screen.findByText('Deleted person applied.')).toBeVisible();
    expect(screen.queryByText('AY')).toBeNull();
    expect(screen.queryByText('the CV')).toBeNull();
    expect(screen.queryByRole('link', { name: /Invite|Message/ })).toBeNull();
  });
});

test('says that an applicant withdrew, and shows no star', async () => {
  await show(server({ status: 'rejected', decision: null, isShortListed: true }));
  await heading();
  expect(screen.getByText('Ayşe withdrew this application.')).toBeVisible();
  expect(screen.queryByText(/rejected/)).toBeNull();
  expect(screen.queryByRole('button', { name: /shortlist/i })).toBeNull();
});

test('an accepted appointment has the same word and colour in the header as in the lists', async () => {
  const stage = { key: 'accepted' as const, at: null };
  await show(server({ stage, appointment: anAppointment({ status: { name: 'ACTIVE' } }) }));
  await heading();
  const look = () => screen.getByText('Approved').parentElement!.className;
  const inHeader = look();
  cleanup();
  await renderScreen(<AppointmentBadge status="ACTIVE" />);
  expect(look()).toBe(inHeader);
});

describe('profile', () => {
  test('says which facts are missing, and that the score does not count them', async () => {
    await show(
      server({
        user: { experienceMonth: null, experiences: [] },
        scoreReasons: [
          { factor: 'experience', score: 0.5, weight: 0.2, isGiven: false },
          { factor: 'age', score: 1, weight: 0.07, isGiven: true },
        ],
      }),
    );
    await heading();
    expect(field('Experience')).toHaveTextContent('Not given');
    const rows = screen.getAllByRole('definition').map((fact) => fact.parentElement?.textContent);
    expect(rows).toContain('ExperienceNot given');
    expect(rows).toContain('AgeWithin the job’s ages');
    expect(screen.queryByText('Inexperienced')).toBeNull();
  });

  test('keeps the range that somebody chose on the public page', async () => {
    const one = { id: 1, companyName: '', position: 'Barista', startDate: null, endDate: null };
    await show(
      server({
        user: {
          experienceMonth: 36,
          experienceMax: null,
          experiences: [{ ...one, duration: { key: 36, value: '36', max: null } }],
        },
      }),
    );
    await heading();
    expect(field('Experience')).toHaveTextContent('More than 3 years');
    expect(screen.getByText('Barista').closest('li')).toHaveTextContent(/^Barista ?More than 3 years/);
  });

  test('shows every field of an applicant', async () => {
    await show(server({ comments: [aComment()], user: { gender: 'male', military: 3, english: 3 } }));
    await heading();
    expect(document.title).toContain('Ayşe Yılmaz: Profile');
    for (const [name, text] of [
      ['Distance', '4.2\u00a0km'],
      ['Experience', '1 year 6 months'],
      ['Availability', 'Full time and part time'],
      ['Rating', '4.5/5'],
      ['Match score', '72%'],
      ['Military service', 'Completed'],
      ['English', 'Intermediate'],
      ['Education', 'University'],
      ['University', 'Ege Üniversitesi'],
      ['University status', 'Graduated'],
      ['Department', 'Turizm'],
      ['Driver’s licenses', 'B and A2'],
      ['Certificates', 'Hygiene'],
      ['Expected salary', '₺32,000 a month'],
      ['Preferred fields of work', 'Yeme içme'],
      ['Identity number', '*********34'],
      ['Date of birth', '12/04/1998'],
      ['Not given', 'Disability status'],
      ['Address', 'Kadıköy, İstanbul'],
    ]) {
      expect([name, field(name ?? '')?.textContent?.trim()]).toEqual([name, expect.stringContaining(text ?? '')]);
    }
    expect(screen.getByRole('img', { name: '4.5 of 5 stars' }).querySelectorAll('[data-star="half"]')).toHaveLength(1);
    expect(screen.getByText('I love coffee.')).toBeInTheDocument();
    expect(screen.getByText('Moda Fırını')).toBeInTheDocument();
    expect(screen.getByText('01/03/2024 to 01/09/2025')).toBeInTheDocument();
    expect(screen.getByText('Friendly on the phone')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '+90 532 123 45 67' })).toHaveAttribute('href', 'tel:+905321234567');
    expect(screen.getByRole('link', { name: 'ayse@worker.test' })).toHaveAttribute('href', 'mailto:ayse@worker.test');
    expect(screen.getByText('Has done this work for a long time')).toBeInTheDocument();
  });

  test.each<[string, NonNullable<Given>['user'], boolean, boolean, boolean]>([
    ['a man where the form asks', { gender: 'male', military: 1 }, true, true, true],
    ['a woman', { gender: 'female' }, true, false, true],
    ['a man where the form does not ask', { gender: 'male', military: 1 }, false, false, false],
  ])('%s', async (_who, user, active, military, english) => {
    const { api } = await show(server({ user }).on('POST', '/form-input-list', ok(fields(active))));
    await heading();
    await waitFor(() => expect(api.callsOf('POST', '/form-input-list')).not.toHaveLength(0));
    await waitFor(() => expect(screen.queryByText('English', { selector: 'dt' }) !== null).toBe(english));
    expect(screen.queryByText('Military service') !== null).toBe(military);
  });

  test('shows a dash for a rating of 0', async () => {
    await show(server({ user: { ratingScore: { score: 0 } } }));
    await heading();
    expect(field('Rating')).toHaveTextContent('-');
  });

  test('links to the other applications that the user may open', async () => {
    const other = { applicationId: 55, jobId: 9, jobTitle: 'Garson', companyName: 'Moda', canOpen: true };
    const closed = { ...other, applicationId: 56, jobTitle: 'Kasiyer', canOpen: false };
    await show(server({ otherApplications: [other, closed] }));
    await heading();
    expect(await screen.findByRole('link', { name: 'Garson' })).toHaveAttribute('href', '/jobs/detail/9/55');
    expect(screen.queryByRole('link', { name: 'Kasiyer' })).not.toBeInTheDocument();
  });

  test('says which applications of the same phone came another way', async () => {
    const other = { applicationId: 55, jobId: 9, jobTitle: 'Garson', companyName: 'Moda', canOpen: true } as const;
    const closed = { ...other, applicationId: 56, jobTitle: 'Kasiyer', canOpen: false, by: 'page' } as const;
    await show(server({ alsoApplied: [{ ...other, by: 'app' }, closed] }));
    await heading();
    expect(screen.getByRole('link', { name: 'Also applied in the app: Garson' })).toHaveAttribute(
      'href',
      '/jobs/detail/9/55',
    );
    expect(screen.getByText('Also applied on your page: Kasiyer')).toBeInTheDocument();
  });
});

describe('comments', () => {
  test('saves a comment and does not send a blank one', async () => {
    const api = server().on('POST', '/job/application-comment', ok({ comment: aComment({ id: 9, message: 'Calm' }) }));
    const { person } = await show(api);
    await heading();
    await person.click(await screen.findByRole('button', { name: 'Add comment' }));
    expect(await screen.findByText('This field is required.')).toBeInTheDocument();
    await person.type(screen.getByLabelText('Comment'), 'Calm');
    await person.click(screen.getByRole('button', { name: 'Add comment' }));
    expect(await screen.findByText('Calm', { selector: 'p' })).toBeInTheDocument();
    expect(screen.getByLabelText('Comment')).toHaveValue('');
    expect(api.callsOf('POST', '/job/application-comment').map(({ body }) => body)).toEqual([
      { workerId: 501, message: 'Calm' },
    ]);
  });

  test('returns a comment that could not be saved to the box', async () => {
    const { person } = await show(server().on('POST', '/job/application-comment', noAnswer()));
    await heading();
    await person.type(screen.getByLabelText('Comment'), 'Calm');
    await person.click(screen.getByRole('button', { name: 'Add comment' }));
    await waitFor(() => expect(screen.getByLabelText('Comment')).toHaveValue('Calm'));
    expect(screen.queryByText('Calm', { selector: 'p' })).not.toBeInTheDocument();
  });

  test('a company without comments sees no empty list that nobody can fill', async () => {
    await show(server({ comments: [] }), { user: aUser({ userType: 'company' }) });
    expect(screen.queryByRole('heading', { name: 'Comments' })).not.toBeInTheDocument();
  });

  test('companies can only read comments', async () => {
    await show(server({ comments: [aComment()] }), { user: aUser({ userType: 'company' }) });
    expect(await screen.findByText('Friendly on the phone')).toBeInTheDocument();
    expect(screen.queryByLabelText('Comment')).not.toBeInTheDocument();
  });
});

describe('tabs and the next step', () => {
  test('tabs are routes: the title follows and the heading has the focus', async () => {
    const { person, where } = await show(server(), { at: `${BASE}?page=2` });
    await heading();
    await person.click(screen.getByRole('tab', { name: 'Messages' }));
    await waitFor(() => expect(where()).toBe(`${BASE}/messages?page=2`));
    expect(await screen.findByText('conversation 7 501')).toBeInTheDocument();
    expect(document.title).toContain('Ayşe Yılmaz: Messages');
    await waitFor(async () => expect(await heading()).toHaveFocus());
    await person.click(screen.getByRole('tab', { name: 'Feedback' }));
    await waitFor(() => expect(where()).toBe(`${BASE}/feedback?page=2`));
  });

  test('the next step links to its tab', async () => {
    const { person, where } = await show(server({ isShortListed: true }));
    await heading();
    await person.click(screen.getByRole('link', { name: 'Invite' }));
    expect(where()).toBe(`${BASE}/appointment`);
    expect(screen.getByText('the appointment')).toBeInTheDocument();
  });

  test('the first button of somebody undecided shortlists, and the second declines', async () => {
    await show();
    const header = within((await heading()).closest('header')!);
    expect(header.getAllByRole('button').map((button) => button.textContent || button.ariaLabel)).toEqual([
      'Shortlist',
      'Decline',
      'Previous applicant',
      'Next applicant',
      'More about Ayşe Yılmaz',
    ]);
  });

  test('the root sees the part of the branch’s name that differs', async () => {
    const names = ['Mavi Fincan Moda', 'Mavi Fincan Beşiktaş'];
    const api = server({ job: { companyName: names[0] } }).on(
      'GET',
      '/branch-accounts/active-job-counts',
      ok(names.map((companyName, at) => ({ userId: 20 + at, companyName, activeJobCount: 1 }))),
    );
    await show(api, { user: aUser({ userType: 'root' }) });
    expect(await screen.findByText(/^Applied for Barista at Moda on/)).toBeInTheDocument();
  });

  test('the facts unfold from the line beside other tabs', async () => {
    const { person } = await show(server(), { at: `${BASE}/messages` });
    await heading();
    const facts = screen.getByLabelText('At a glance').closest('details');
    expect(facts).not.toHaveAttribute('open');
    await person.click(screen.getByText(/^Applied for/));
    expect(facts).toHaveAttribute('open');
  });
});

describe('moving between applicants', () => {
  const list = async () => {
    const rows = [102, 101, 100].map((id) => anApplication({ id }));
    const more = [99, 98].map((id) => anApplication({ id }));
    const shown = { page: 1 };
    const api = server().on('GET', '/search/application/all', ({ query }) =>
      query?.limit === 0
        ? ok([], { total: query.op ? 0 : 15 })
        : ok(shown.page === 2 && query?.before === 100 ? more : rows),
    );
    const view = await show(api, { at: `${BASE}?page=1` });
    const open = (only: number) =>
      act(async () => {
        shown.page = only;
        view.store.dispatch(
          listOpened({ query: { tab: 'all', jobId: 11, filters: emptyFilters, onlyPage: only }, page: 1 }),
        );
      });
    await open(1);
    await heading();
    return { ...view, open, api };
  };

  test('moves by key and by button and keeps the tab', async () => {
    const { person, where } = await list();
    await person.keyboard('j');
    expect(where()).toBe('/jobs/detail/11/100?page=1');
    await heading('Person 100 Yılmaz');
    await person.keyboard('k');
    await heading();
    await person.click(screen.getByRole('button', { name: 'Previous applicant' }));
    expect(where()).toBe('/jobs/detail/11/102?page=1');
    await heading('Person 102 Yılmaz');
    await person.click(screen.getByRole('button', { name: 'Previous applicant' }));
    expect(where()).toBe('/jobs/detail/11/102?page=1');
  });

  test('continues on the next page', async () => {
    const { person, where, open } = await list();
    await person.keyboard('j');
    await heading('Person 100 Yılmaz');
    await person.keyboard('j');
    expect(where()).toBe('/jobs/detail/11/100?page=2');
    await open(2);
    await waitFor(() => expect(where()).toBe('/jobs/detail/11/99?page=2'));
  });

  test('follows the order of the appointments and visits each applicant once', async () => {
    const invited = [205, 101, 207, 101].map((applicationId, at) => anAppointment({ id: at + 1, applicationId }));
    const api = server().on('GET', '/appointment/me', ({ query }) => ok(query?.jobId === 11 ? invited : []));
    const { person, where } = await show(api, { at: `${BASE}?page=1&activeTab=appointment` });
    await heading();
    await person.keyboard('j');
    expect(where()).toBe('/jobs/detail/11/207?page=1&activeTab=appointment');
    await heading('Person 207 Yılmaz');
    expect(screen.getByRole('button', { name: 'Next applicant' })).toHaveAttribute('aria-disabled', 'true');
    await person.keyboard('kk');
    await heading('Person 205 Yılmaz');
    expect(where()).toBe('/jobs/detail/11/205?page=1&activeTab=appointment');
  });

  test('continues a list of new applications after its last row, although all earlier rows were opened', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => anApplication({ id: 110 - at }));
    let isDown = true;
    const api = server().on('GET', '/search/application/all', ({ query }) => {
      if (query?.limit === 0) return ok([], { total: query.op ? 0 : 11 });
      if (query?.before === undefined) return ok(rows);
      if (isDown) return anApiError(503);
      return ok([anApplication({ id: 100 })]);
    });
    const { person, where, store } = await show(api, { at: `${BASE}?page=1&isSeen=false` });
    const filters = { ...emptyFilters, isSeen: false as const };
    await act(async () => {
      store.dispatch(listOpened({ query: { tab: 'all', jobId: 11, filters }, page: 1 }));
    });
    await heading();
    // Prefetching failed: the button loads again and does not turn the page.
    await waitFor(() => expect(store.getState().applications.more.status).toBe('failed'));
    isDown = false;
    const next = screen.getByRole('button', { name: 'Next applicant' });
    await person.click(next);
    // The button moves one applicant, although the next one had to be loaded first.
    await waitFor(() => expect(where()).toBe('/jobs/detail/11/100?page=1&isSeen=false'));
    expect(store.getState().applications.items).toHaveLength(11);
    expect(api.callsOf('GET', '/search/application/all').at(-1)?.query).toMatchObject({ before: 101, isSeen: false });
    await heading('Person 100 Yılmaz');
    await person.keyboard('j');
    expect(where()).toBe('/jobs/detail/11/100?page=1&isSeen=false');
    await person.keyboard('k');
    await heading();
  });

  test('starts at the first applicant of another list that does not contain this applicant', async () => {
    const invited = [205, 206, 207].map((applicationId, at) => anAppointment({ id: at + 1, applicationId }));
    const { person, where, router, api } = await list();
    api.on('GET', '/appointment/me', ok(invited));
    await act(async () => router.navigate(`${BASE}?page=1&activeTab=appointment`));
    await waitFor(() => expect(api.callsOf('GET', '/appointment/me')).toHaveLength(1));
    await person.keyboard('j');
    expect(where()).toBe('/jobs/detail/11/205?page=1&activeTab=appointment');
  });

  test('ignores keys while the user types, and while the menu’s list of them is open', async () => {
    const { person, where } = await list();
    await person.type(screen.getByLabelText('Comment'), 'jks?');
    expect(where()).toBe(`${BASE}?page=1`);
    act(() => (document.activeElement as HTMLElement).blur());
    await person.click(screen.getByRole('button', { name: /^More/ }));
    await person.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }));
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByText('Next applicant')).toBeInTheDocument();
    await person.keyboard('j');
    expect(where()).toBe(`${BASE}?page=1`);
  });

  test('S adds to the shortlist and asks before it removes', async () => {
    const { person, api, store } = await list();
    act(() => void store.dispatch(goingOnSwitched(false)));
    api.on('PUT', '/job/application/:id/shortlist', ({ body }) =>
      ok({ application: anApplication({ isShortListed: (body as { isShortlisted: boolean }).isShortlisted }) }),
    );
    await person.keyboard('s');
    await screen.findAllByRole('button', { name: 'Remove Ayşe Yılmaz from the shortlist', pressed: true });
    await person.keyboard('s');
    const dialog = await screen.findByRole('dialog', { name: 'Remove from the shortlist?' });
    await person.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await screen.findByRole('button', { name: 'Shortlist' });
  });
});

describe('failures', () => {
  test('an application that does not exist', async () => {
    await show(server().on('GET', '/search/application/:id', anApiError(404, 'error.not_found')));
    expect(
      await screen.findByRole('heading', { level: 2, name: 'We can’t find this application' }),
    ).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Back to the list' })[0]).toHaveAttribute('href', '/jobs/detail/11');
  });

  test('a failure can be tried again', async () => {
    const api = server().on('GET', '/search/application/:id', noAnswer());
    const { person } = await show(api);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('We couldn’t load this');
    api.on('GET', '/search/application/:id', ok({ application: anApplicant() }));
    await person.click(retry);
    await heading();
  });

  test('corrects an address under another job and keeps one under all jobs', async () => {
    const { where } = await show(server(), { at: '/jobs/detail/12/101/messages?page=1' });
    await waitFor(() => expect(where()).toBe(`${BASE}/messages?page=1`));
    const all = await show(server(), { at: '/jobs/detail/0/101' });
    await screen.findAllByRole('heading', { level: 1, name: 'Ayşe Yılmaz' });
    expect(all.where()).toBe('/jobs/detail/0/101');
  });
});
