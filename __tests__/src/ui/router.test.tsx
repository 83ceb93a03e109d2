import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  Outlet,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  useLocation,
  useSearchParams,
} from 'react-router-dom';
import { lazy, Suspense } from 'react';
import { createRouter, Link, RouterView, useLeaveGuard, useNavigate, useNewestKey } from '../../../src/ui/router';

const Form = ({ isChanged = true }: { isChanged?: boolean }) => {
  const guard = useLeaveGuard(({ currentLocation, nextLocation }) => {
    moves.push(`${currentLocation.pathname} > ${nextLocation.pathname}`);
    return isChanged && nextLocation.pathname !== '/saved';
  });
  return (
    <>
      <h1>Form</h1>
      <Link to="/list">List</Link>
      <Link to="/saved">Saved</Link>
      {guard.isOpen && (
        <div role="dialog">
          <button onClick={guard.stay}>Stay</button>
          <button onClick={guard.leave}>Leave</button>
        </div>
      )}
    </>
  );
};

const Where = () => {
  const { pathname, search, state } = useLocation();
  return <p data-testid="where">{JSON.stringify([pathname, search, state])}</p>;
};

const navigates = new Set<unknown>();
const keys: boolean[] = [];
const moves: string[] = [];

const List = () => {
  const navigate = useNavigate();
  const newestKey = useNewestKey();
  const { key } = useLocation();
  const [, setParams] = useSearchParams();
  navigates.add(navigate);
  return (
    <>
      <h1>List</h1>
      <button onClick={() => navigate('/list?row=1#end', { replace: true, state: { row: 1 } })}>Row</button>
      <button onClick={() => setParams({ page: '2' })}>Page 2</button>
      <button
        onClick={() => {
          navigate('/form');
          keys.push(newestKey() === key);
        }}
      >
        Edit
      </button>
      <button onClick={() => navigate(-1)}>Back</button>
    </>
  );
};

const Frame = () => (
  <>
    <Outlet />
    <Where />
  </>
);

const routes = [
  {
    element: <Frame />,
    children: [
      { path: '/list', element: <List /> },
      { path: '/form', element: <Form /> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
  },
];

const BASE = '/dashboard';

const open = (path: string) => {
  window.history.pushState(null, '', `${BASE}${path}`);
  const router = createRouter(routes, { history: createBrowserHistory(), basename: BASE });
  render(<RouterView router={router} />);
  return router;
};

const heading = (name: string) => screen.findByRole('heading', { name });
const where = () => JSON.parse(screen.getByTestId('where').textContent) as [string, string, unknown];
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));
const back = () => act(() => window.history.back());

beforeEach(() => {
  navigates.clear();
  keys.length = 0;
  moves.length = 0;
});

/** Opens a page whose code never arrives. */
const openEndless = async (options: { flushSync?: boolean }) => {
  const Endless = lazy(() => new Promise<never>(() => {}));
  const Start = () => {
    const navigate = useNavigate();
    return <button onClick={() => navigate('/endless', options)}>Go</button>;
  };
  const pages = [
    { path: '/start', element: <Start /> },
    { path: '/endless', element: <Endless /> },
  ];
  const history = createMemoryHistory({ initialEntries: ['/start'] });
  render(
    <Suspense fallback="Waiting">
      <RouterView router={createRouter(pages, { history })} />
    </Suspense>,
  );
  await press('Go');
};

describe('rendering', () => {
  it('leaves the page until the next one can show, since its code may be on the way', async () => {
    await openEndless({});
    expect(screen.getByRole('button', { name: 'Go' })).toBeVisible();
  });

  it('renders a step with the press', async () => {
    await openEndless({ flushSync: true });
    expect(screen.getByText('Waiting')).toBeVisible();
  });
});

describe('addresses', () => {
  it('opens pages below the base, with a query, a fragment and a state', async () => {
    const router = open('/list');
    expect(where()).toEqual(['/list', '', null]);
    const { length } = window.history;
    await press('Row');
    expect(where()).toEqual(['/list', '?row=1', { row: 1 }]);
    expect(window.location.pathname + window.location.search + window.location.hash).toBe('/dashboard/list?row=1#end');
    expect(window.history.length).toBe(length);
    expect(router.state).toMatchObject({ historyAction: 'REPLACE', location: { pathname: '/dashboard/list' } });
    await press('Page 2');
    expect(where()).toEqual(['/list', '?page=2', null]);
    back();
    await waitFor(() => expect(where()).toEqual(['/list', '?row=1', { row: 1 }]));
    expect(router.state).toMatchObject({ historyAction: 'POP', location: { search: '?row=1', state: { row: 1 } } });
  });

  it('gives a link the address with the base', () => {
    open('/form');
    expect(screen.getByRole('link', { name: 'List' })).toHaveAttribute('href', '/dashboard/list');
  });

  it('replaces the entry when a link leads to the page itself', async () => {
    const history = createMemoryHistory({ initialEntries: ['/saved?a=1'] });
    const router = createRouter([{ path: '*', element: <Link to="/saved?a=1">Here</Link> }], { history });
    render(<RouterView router={router} />);
    await follow('Here');
    expect(router.state.historyAction).toBe('REPLACE');
    expect(history.index).toBe(0);
  });

  it.each([
    ['a modifier key', { ctrlKey: true }, {}],
    ['the middle button', { button: 1 }, {}],
    ['a target', {}, { target: '_blank' }],
    ['a page from the server', {}, { reloadDocument: true }],
    ['a refused click', {}, { onClick: (event: Event) => event.preventDefault() }],
  ])('leaves %s to the browser', (_name, click, props) => {
    // jsdom cannot open another page.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const link = (
      <Link to="/form" {...(props as object)}>
        Form
      </Link>
    );
    const router = createRouter([{ path: '*', element: link }], { history: createMemoryHistory() });
    render(<RouterView router={router} />);
    const before = router.state;
    fireEvent.click(screen.getByRole('link'), click);
    expect(router.state).toBe(before);
  });

  it('opens the base itself', async () => {
    const router = open('/list');
    act(() => router.navigate('/'));
    expect(await heading('Elsewhere')).toBeVisible();
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('keeps one function to navigate, and tells the newest address before the page shows it', async () => {
    const router = open('/list');
    await press('Page 2');
    await press('Edit');
    expect(await heading('Form')).toBeVisible();
    expect(navigates.size).toBe(1);
    expect(keys).toEqual([false]);
    expect(router.state.location.pathname).toBe('/dashboard/form');
  });

  it('shows the address to which a saga went before the first commit', async () => {
    const router = createRouter(routes, { history: createMemoryHistory({ initialEntries: ['/form'] }) });
    const Early = () => {
      if (router.state.location.pathname === '/form') router.navigate('/saved');
      return null;
    };
    render(
      <>
        <RouterView router={router} />
        <Early />
      </>,
    );
    expect(await heading('Elsewhere')).toBeVisible();
  });

  it('ends its subscriptions', () => {
    const router = open('/list');
    const listener = jest.fn();
    const end = router.subscribe(listener);
    act(() => router.navigate('/form'));
    end();
    act(() => router.navigate('/saved'));
    expect(listener).toHaveBeenCalledTimes(1);
    router.dispose();
  });
});

describe('leaving a changed form', () => {
  it('asks before a link leads away; staying keeps the page, leaving opens the other', async () => {
    open('/form');
    await follow('List');
    expect(moves).toEqual(['/form > /list']);
    await press('Stay');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(where()[0]).toBe('/form');
    await follow('List');
    await press('Leave');
    expect(await heading('List')).toBeVisible();
    expect(window.location.pathname).toBe('/dashboard/list');
  });

  it('does not ask where the page allows it, nor on the page that follows', async () => {
    const router = open('/form');
    await follow('Saved');
    expect(await heading('Elsewhere')).toBeVisible();
    moves.length = 0;
    act(() => router.navigate('/list'));
    expect(await heading('List')).toBeVisible();
    expect(moves).toEqual([]);
  });

  it('asks before the browser goes back, and keeps the address meanwhile', async () => {
    const router = open('/list');
    await press('Edit');
    await heading('Form');
    back();
    expect(await screen.findByRole('dialog')).toBeVisible();
    await press('Stay');
    expect(where()[0]).toBe('/form');
    expect(router.state.location.pathname).toBe('/dashboard/form');
    expect(window.location.pathname).toBe('/dashboard/form');
    back();
    await screen.findByRole('dialog');
    await press('Leave');
    expect(await heading('List')).toBeVisible();
    expect(window.location.pathname).toBe('/dashboard/list');
  });

  it('asks again after the user has left once and come back', async () => {
    open('/list');
    await press('Edit');
    await heading('Form');
    back();
    await screen.findByRole('dialog');
    await press('Leave');
    await heading('List');
    await press('Edit');
    await heading('Form');
    back();
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});
