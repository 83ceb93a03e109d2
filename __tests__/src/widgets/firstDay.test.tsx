import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FirstDay, FirstDayBody } from '../../../contract/schemas/firstDay';
import { applicantOpened, selectApplicant } from '../../../src/domains/applications';
import { ApiError } from '../../../src/lib/http';
import { toFormFields } from '../../../src/lib/startTime';
import { useAppSelector } from '../../../src/store/hooks';
import {
  FirstDayCard,
  FIELD_NAMES,
  firstDaySchema,
  fromFirstDay,
  toBody,
} from '../../../src/widgets/FirstDay/FirstDayCard';
import { StartedPrompt, useDueFirstDays } from '../../../src/widgets/FirstDay/StartedPrompt';
import { anApplicationDetail } from '../../support/applicationDetail';
import { anApiError, anAppointment } from '../../support/builders';
import { deferred, fakeApi, ok, type FakeApi } from '../../support/fakeApi';
import { settle } from '../../support/fakeClock';
import { aFirstDay, hiredRow } from '../../support/firstDays';
import { formErrors } from '../../support/formErrors';
import { renderScreen } from '../../support/renderScreen';

const FIRST_DAY = '/job/application/:id/first-day';
const OUTCOME = '/job/application/:id/first-day/outcome';

/** 10:00 in Istanbul on the first day, an hour after it began. */
const NOW = Date.parse('2026-11-24T07:00:00.000Z');
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const Open = () => {
  const { detail } = useAppSelector(selectApplicant);
  return detail.status === 'loaded' ? <FirstDayCard application={detail.data} /> : null;
};

const hired = (firstDay: Partial<FirstDay> | null) =>
  anApplicationDetail({
    ...hiredRow(firstDay),
    user: {},
    appointment: anAppointment({ status: { name: 'OFFER_ACCEPTED' }, address: 'Moda 5' }),
  });

/** Lets the fake server set and record first days. */
const server = (first: Partial<FirstDay> | null = {}) => {
  let firstDay = first && aFirstDay(first);
  const answer = (next: Partial<FirstDay>) => {
    firstDay = aFirstDay({ ...firstDay, ...next });
    return ok({ application: hiredRow(firstDay) });
  };
  return fakeApi()
    .on('GET', '/search/application/:id', () => ok({ application: hired(firstDay) }))
    .on('PUT', '/job/application/:id/mark-as-seen', () => ok({ application: hiredRow(firstDay) }))
    .on('PUT', FIRST_DAY, ({ body }) => answer(body as FirstDayBody))
    .on('PUT', OUTCOME, ({ body }) => {
      const { started } = body as { started: boolean | null };
      return answer({ started, recordedAt: started === null ? null : new Date(NOW).toISOString() });
    });
};

const show = async (firstDay: Partial<FirstDay> | null, api: FakeApi = server(firstDay)) => {
  const view = await renderScreen(<Open />, { api });
  act(() => void view.store.dispatch(applicantOpened({ applicationId: 101 })));
  await act(settle);
  return view;
};

const openForm = async (person: Awaited<ReturnType<typeof show>>['person'], button: string) => {
  await person.click(screen.getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
};

describe('the form', () => {
  const good = { date: '2026-11-25', time: '09:00', place: '', askFor: '', bring: '' };
  test.each([
    ['whole', {}, {}],
    ['no date', { date: '' }, { date: 'validation.required' }],
    ['no time', { time: '' }, { time: 'validation.required' }],
    ['yesterday', { date: '2026-11-23' }, { date: 'appointmentDateError' }],
    ['an hour ago', { date: '2026-11-24' }, { time: 'appointmentDateError' }],
    ['between two steps', { time: '09:01' }, { time: 'validation.time' }],
    ['a long place', { place: 'x'.repeat(256) }, { place: { id: 'validation.tooLong', values: { max: 255 } } }],
    ['a long name', { askFor: 'x'.repeat(101) }, { askFor: { id: 'validation.tooLong', values: { max: 100 } } }],
    ['a long list', { bring: 'x'.repeat(301) }, { bring: { id: 'validation.tooLong', values: { max: 300 } } }],
  ])('%s', async (_name, change, expected) => {
    const schema = firstDaySchema({ now: () => NOW, timeZone: 'Europe/Istanbul' });
    expect(await formErrors(schema, { ...good, ...change })).toEqual(expected);
  });

  test('sends blank fields as null and starts with what is known', () => {
    expect(toBody({ ...good, place: ' Moda 5 ', bring: ' ' })).toEqual({
      startsAt: '2026-11-25 09:00:00',
      place: 'Moda 5',
      askFor: null,
      bring: null,
    });
    expect(fromFirstDay(null, 'x'.repeat(300)).place).toHaveLength(255);
    expect(fromFirstDay(aFirstDay({ place: null }), 'Moda 5')).toEqual({ ...good, date: '2026-11-24' });
  });

  test('shows a field error of the start at date and time', () => {
    expect(toFormFields({ startsAt: 'a', bring: 'b' }, FIELD_NAMES)).toEqual({ date: 'a', time: 'a', bring: 'b' });
  });
});

describe('the block', () => {
  test('is missing without an accepted offer', async () => {
    const view = await renderScreen(<FirstDayCard application={anApplicationDetail()} />);
    expect(view.container).toHaveTextContent('');
  });

  test('sets the first day with the last appointment’s address and one request', async () => {
    const api = server(null);
    const { person } = await show(null, api);
    const form = await openForm(person, 'Set first day');
    expect(form.getByLabelText(/^Place/)).toHaveValue('Moda 5');
    fireEvent.change(form.getByLabelText('Date'), { target: { value: '2026-11-25' } });
    await person.clear(form.getByLabelText('Time'));
    await person.type(form.getByLabelText('Time'), '930');
    fireEvent.change(form.getByLabelText(/^Who to ask for/), { target: { value: 'Deniz' } });
    await person.dblClick(form.getByRole('button', { name: 'Save first day' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('PUT', FIRST_DAY).map(({ body }) => body)).toEqual([
      { startsAt: '2026-11-25 09:30:00', place: 'Moda 5', askFor: 'Deniz', bring: null },
    ]);
    expect(screen.getByRole('region', { name: 'First day' })).toHaveTextContent(
      / 25\/11\/2026, 09:30Not confirmed yetModa 5Ask for Deniz/,
    );
    // The pressed button is gone.
    await waitFor(() => expect(screen.getByRole('heading', { name: 'First day' })).toHaveFocus());
  });

  test.each([
    ['none', 'We can’t reach them', 'We can’t reach Ayşe, so tell them about the change yourself.'],
    ['sms', 'We’ll ask them to confirm', 'We’ll notify Ayşe of the change.'],
  ] as const)('promises a notice only where there is a channel: %s', async (reach, ask, changed) => {
    const before = await renderScreen(<FirstDayCard application={{ ...hired(null), reach }} />);
    expect(screen.getByText(/^Set when and where Ayşe starts\./)).toHaveTextContent(ask);
    before.unmount();
    const later = { startsAt: '2026-11-25 09:00:00' };
    const { person } = await renderScreen(<FirstDayCard application={{ ...hired(later), reach }} />);
    expect((await openForm(person, 'Change')).getByText(/the change/)).toHaveTextContent(changed);
  });

  test('takes an hour alone as that full hour', async () => {
    const { person } = await show(null, server(null));
    const form = await openForm(person, 'Set first day');
    const time = form.getByLabelText('Time');
    await person.type(time, '9');
    await person.tab();
    expect(time).toHaveValue('09:00');
    await person.clear(time);
    await person.type(time, '1403');
    await person.tab();
    await waitFor(() => expect(time).toHaveAccessibleDescription(/steps of five minutes, such as 14:30/));
  });

  test('shows the server’s error at its field, keeps what was typed, and succeeds the second time', async () => {
    const error = new ApiError({
      status: 400,
      key: 'error.invalid_request',
      children: { startsAt: { errors: ['appointmentDateError'] } },
    });
    const answer = deferred<ReturnType<typeof ok>>();
    const later = { startsAt: '2026-11-25 09:00:00' };
    const api = server(later).on('PUT', FIRST_DAY, error);
    const { person } = await show(later, api);
    const form = await openForm(person, 'Change');
    fireEvent.change(form.getByLabelText(/^What to bring/), { target: { value: 'ID card' } });
    await person.click(form.getByRole('button', { name: 'Save first day' }));
    await waitFor(() =>
      expect(form.getByLabelText('Date')).toHaveAccessibleDescription(/Choose a time in the future\./),
    );
    expect(form.getByLabelText(/^What to bring/)).toHaveValue('ID card');
    api.on('PUT', FIRST_DAY, () => answer.promise);
    await person.click(form.getByRole('button', { name: 'Save first day' }));
    await person.click(form.getByRole('button', { name: 'Save first day' }));
    api.on('GET', '/search/application/:id', ok({ application: hired({ ...later, bring: 'ID card' }) }));
    answer.resolve(ok({ application: hiredRow({ ...later, bring: 'ID card' }) }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('PUT', FIRST_DAY)).toHaveLength(2);
    expect(screen.getByText('Bring: ID card')).toBeVisible();
  });

  test('says that the worker confirmed', async () => {
    await show({ startsAt: '2026-11-25 09:00:00', confirmedAt: '2026-11-24T06:00:00.000Z' });
    expect(screen.getByText('Confirmed by Ayşe')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Started' })).toBeNull();
  });

  test('records in one press and takes the record back', async () => {
    const api = server();
    const { person } = await show({}, api);
    const prompt = within(screen.getByRole('group', { name: 'Did Ayşe start?' }));
    await person.click(prompt.getByRole('button', { name: 'Started' }));
    const recorded = await screen.findByRole('group', { name: /Recorded: Ayşe started\. .* until 10:15\./ });
    await waitFor(() => expect(recorded).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await person.click(await screen.findByRole('button', { name: 'Didn’t start' }));
    expect(await screen.findByText(/Recorded: Ayşe didn’t start\./)).toBeVisible();
    expect(api.callsOf('PUT', OUTCOME).map(({ body }) => body)).toEqual([
      { started: true },
      { started: null },
      { started: false },
    ]);
  });

  test('offers no undo after 15 minutes', async () => {
    await show({ started: true, recordedAt: '2026-11-24T06:44:00.000Z' });
    expect(screen.getByText('Recorded: Ayşe started.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('a refused record keeps the question', async () => {
    const { person, notices } = await show({}, server().on('PUT', OUTCOME, anApiError(500)));
    await person.click(screen.getByRole('button', { name: 'Started' }));
    await waitFor(() => expect(notices).toMatchObject([{ id: 'firstDay.outcome.failed' }]));
    expect(screen.getByRole('button', { name: 'Started' })).toBeVisible();
  });
});

test('the prompts of a list stand by their start and stay for the undo', async () => {
  const rows = [
    { ...hiredRow({ startsAt: '2026-11-24 09:30:00' }), id: 102 },
    { ...hiredRow({ startsAt: '2026-11-24 09:00:00' }), id: 101 },
  ];
  const Prompts = () => useDueFirstDays(null).map((row) => <StartedPrompt key={row.id} application={row} />);
  const api = server().on('GET', '/search/application/all', ok(rows));
  const { person } = await renderScreen(<Prompts />, { api });
  const [first, second] = await screen.findAllByRole('group', { name: 'Did Ayşe start?' });
  await person.click(within(first!).getByRole('button', { name: 'Didn’t start' }));
  expect(await screen.findByRole('group', { name: /didn’t start/ })).toBe(first);
  expect(api.callsOf('PUT', OUTCOME)[0]?.path).toBe('/job/application/101/first-day/outcome');
  expect(second).toBeVisible();
});
