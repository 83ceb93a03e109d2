import { act, screen, waitFor } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router-dom';
import { photoChosen, selectProfile } from '../../../../src/domains/profile';
import { ProfileEditPage } from '../../../../src/screens/ProfileEdit/ProfileEditPage';
import { ApiError } from '../../../../src/lib/http';
import { aUser, anApiError } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

// The map has its own tests and draws nothing in jsdom.
jest.mock('../../../../src/ui/map/PlaceMap', () => ({ PlaceMap: () => <p>map</p> }));

const SAVE = '/user/profile-update';
const user = aUser({ userType: 'company', location: { latitude: 40.98, longitude: 29.02, name: 'Moda' } });
const fields = ['taxOffice', 'taxOfficeNumber'].map((name) => ({ name, isActive: true, isRequired: false }));
const countryAttributes = { taxOfficeActive: true, phoneExample: '5XXXXXXXXX' };
const countries = [{ id: 1, countryName: 'Türkiye', phoneCode: '+90', countryCode: 'TR', countryAttributes }];

const anApi = () =>
  fakeApi()
    .on('POST', '/form-input-list', ok({ fields }))
    .on('GET', '/countries', ok(countries))
    .on('POST', SAVE, ok({ user }));

/** Stands for the phone verification page: shows its route state and returns a proof. */
const Verify = () => {
  const state = useLocation().state as { phone: string; pushBackTo: string };
  const navigate = useNavigate();
  return (
    <>
      <p>{`verify ${state.phone}`}</p>
      <button
        type="button"
        onClick={() =>
          void navigate(state.pushBackTo, { replace: true, state: { ...state, phoneVerifyCode: 'proof' } })
        }
      >
        proved
      </button>
    </>
  );
};

const routes = [
  { path: '/profile/edit', element: <ProfileEditPage /> },
  { path: '/profile', element: <p>the profile</p> },
  { path: '/sms-verify', element: <Verify /> },
  { path: '/error', element: <p>the error page</p> },
];

const open = async (api = anApi(), state?: unknown) => {
  const at = { pathname: '/profile/edit', state };
  const view = await renderScreen(null, { api, user, routes, at });
  jest.mocked(view.ports.navigate.to).mockImplementation((to, options) => view.router.navigate(to, options));
  await screen.findByLabelText('First name');
  return { ...view, api, save: () => view.person.click(screen.getByRole('button', { name: 'Save' })) };
};

const retype = async (person: Awaited<ReturnType<typeof open>>['person'], label: string, text: string) => {
  await person.clear(screen.getByLabelText(label));
  await person.type(screen.getByLabelText(label), text);
};

const bodyOf = (api: ReturnType<typeof anApi>) => api.callsOf('POST', SAVE).at(-1)?.body;

test('saves a change without a new phone and opens the profile', async () => {
  const { person, api, save, where } = await open();
  await retype(person, 'First name', 'Ada');
  await save();
  expect(await screen.findByText('the profile')).toBeVisible();
  expect(bodyOf(api)).toMatchObject({ firstName: 'Ada', phone: '5321112233', location: '40.98, 29.02' });
  expect(bodyOf(api)).not.toHaveProperty('phoneVerifyCode');
  expect(where()).toBe('/profile');
});

test('verifies a new phone first; on return the form sends itself once, with the picture', async () => {
  const { person, api, save, store } = await open();
  act(() => void store.dispatch(photoChosen({ photo: 'data:image/jpeg;base64,AAAA' })));
  await retype(person, 'Last name', 'Yılmaz');
  await retype(person, 'Phone', '5339998877');
  await save();
  expect(await screen.findByText('verify 5339998877')).toBeVisible();
  expect(api.callsOf('POST', SAVE)).toHaveLength(0);
  await person.click(screen.getByRole('button', { name: 'proved' }));
  expect(await screen.findByText('the profile')).toBeVisible();
  expect(api.callsOf('POST', SAVE)).toHaveLength(1);
  expect(bodyOf(api)).toMatchObject({
    lastName: 'Yılmaz',
    phone: '5339998877',
    phoneVerifyCode: 'proof',
    image: 'data:image/jpeg;base64,AAAA',
  });
  expect(selectProfile(store.getState()).photo).toBeNull();
});

const values = { firstName: 'Deniz', lastName: 'Kaya', phone: '5339998877', email: 'deniz@moda.test' };
const arrival = { phone: '5339998877', values, phoneVerifyCode: 'proof' };

test('sends nothing automatically after a reload; the proof stays valid for its number only', async () => {
  const { person, api, save } = await open(anApi(), arrival);
  expect(screen.getByLabelText('Phone')).toHaveValue('5339998877');
  expect(screen.getByText('The new number is verified.')).toBeVisible();
  expect(api.callsOf('POST', SAVE)).toHaveLength(0);
  await retype(person, 'Phone', '5330001122');
  await save();
  expect(await screen.findByText('verify 5330001122')).toBeVisible();
  expect(api.callsOf('POST', SAVE)).toHaveLength(0);
});

test('verifies the phone again when the server refuses the proof', async () => {
  const children = { phoneVerifyCode: { errors: ['user.phone.verified_code.error'] } };
  const refused = new ApiError({ status: 400, key: 'user.phone.verified_code.error', children });
  const { save } = await open(anApi().on('POST', SAVE, refused), arrival);
  await save();
  expect(await screen.findByText(/The verification of this number has expired/)).toBeVisible();
  await save();
  expect(await screen.findByText('verify 5339998877')).toBeVisible();
});

test.each([
  ['email', 'Email', 'user.email.form_validation.unique', 'This email is already used by another account.'],
  ['phone', 'Phone', 'user.phone.verify.unique', 'The phone number which you entered is used by another user.'],
  ['firstName', 'First name', 'field.invalid', 'This value isn’t valid.'],
])('shows a refused %s at its field', async (field, label, key, text) => {
  const refused = new ApiError({ status: 400, key, children: { [field]: { errors: [key] } } });
  const { person, save } = await open(anApi().on('POST', SAVE, refused));
  await retype(person, 'Last name', 'Yılmaz');
  await save();
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text)));
  expect(screen.getByLabelText('Last name')).toHaveValue('Yılmaz');
});

test('shows a refused picture at the picture', async () => {
  const children = { image: { errors: ['image.invalid'] } };
  const { save } = await open(anApi().on('POST', SAVE, new ApiError({ status: 400, key: 'image.invalid', children })));
  await save();
  expect((await screen.findAllByText('We can’t use this picture. Choose another one.')).length).toBeGreaterThan(0);
});

test('any other failure opens the error page, and going back restores the form', async () => {
  const { person, save, router } = await open(anApi().on('POST', SAVE, anApiError(500)));
  await retype(person, 'First name', 'Ada');
  await save();
  expect(await screen.findByText('the error page')).toBeVisible();
  await act(async () => router.navigate('/profile/edit'));
  expect(await screen.findByLabelText('First name')).toHaveValue('Ada');
  expect(screen.getByText('Your changes haven’t been saved yet.')).toBeVisible();
});

test('a save after the session ended keeps the form and shows no error, because the sign-in dialog asks', async () => {
  const { person, save, api } = await open(anApi().on('POST', SAVE, anApiError(401, 'error.unauthorized')));
  await retype(person, 'First name', 'Ada');
  await save();
  await waitFor(() => expect(api.callsOf('POST', SAVE)).toHaveLength(1));
  expect(screen.getByLabelText('First name')).toHaveValue('Ada');
  expect(screen.queryByText('Please sign in again.')).toBeNull();
});

test('asks before leaving with changes; leaving discards them and the proof in the route state', async () => {
  const { person, router } = await open(anApi(), arrival);
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText('Phone')).toHaveValue('5339998877');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('the profile')).toBeVisible();
  await act(async () => router.navigate(-1));
  expect(await screen.findByLabelText('Phone')).toHaveValue('5321112233');
});

test.each([
  ['5XXXXXXXXX', '10 digits, such as 5XXXXXXXXX.'],
  ['XXXXXXXXXX', '10 digits, without the country code.'],
])('a country whose numbers are %s: %s', async (phoneExample, text) => {
  const country = { ...countries[0], countryAttributes: { taxOfficeActive: false, phoneExample } };
  await open(anApi().on('GET', '/countries', ok([country])));
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
});

test('leaves without asking when nothing changed', async () => {
  const { person } = await open();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('the profile')).toBeVisible();
});

test('shows errors at their fields and sends nothing', async () => {
  const { person, api, save } = await open();
  await person.clear(screen.getByLabelText('Email'));
  await save();
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This field is required.');
  expect(api.callsOf('POST', SAVE)).toHaveLength(0);
});

test('asks for the tax office only where the form definition does', async () => {
  await open(
    anApi().on('POST', '/form-input-list', ok({ fields: fields.map((one) => ({ ...one, isActive: false })) })),
  );
  expect(screen.queryByLabelText(/Tax office/)).toBeNull();
});

test('shows a dialog with the code 1014 and a retry without the form definition', async () => {
  const api = anApi().on('POST', '/form-input-list', anApiError(500));
  const { person } = await renderScreen(null, { api, user, routes, at: '/profile/edit' });
  expect(await screen.findByRole('dialog')).toHaveTextContent('1014');
  api.on('POST', '/form-input-list', ok({ fields }));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('First name')).toBeVisible();
});
