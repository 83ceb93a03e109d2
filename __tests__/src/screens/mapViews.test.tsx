import { screen } from '@testing-library/react';
import { BranchesPage } from '../../../src/screens/Branches/BranchesPage';
import { ProfileEditPage } from '../../../src/screens/ProfileEdit/ProfileEditPage';
import { aUser } from '../../support/builders';
import { fakeApi, ok } from '../../support/fakeApi';
import { renderScreen } from '../../support/renderScreen';
import { aBranch } from '../../support/staff';

interface MapProps {
  zoom: number;
  point: { latitude: number; longitude: number } | null;
  centre: { latitude: number; longitude: number };
  onMove: (point: { latitude: number; longitude: number }) => void;
  onView: (view: { latitude: number; longitude: number; zoom: number }) => void;
}

// Shows its props as text. The map itself has its own tests.
jest.mock('../../../src/ui/map/PlaceMap', () => ({
  PlaceMap: ({ zoom, point, centre, onMove, onView }: MapProps) => (
    <>
      <p data-testid="map">{JSON.stringify([zoom, point?.latitude ?? null, centre.latitude])}</p>
      <button type="button" onClick={() => onView({ latitude: 41, longitude: 29, zoom: 12 })}>
        look around
      </button>
      <button type="button" onClick={() => onMove({ latitude: 41.01, longitude: 29.01 })}>
        move the pin
      </button>
    </>
  ),
}));

const MODA = { name: 'Moda, Kadıköy', latitude: 40.98, longitude: 29.02 };
const api = () =>
  fakeApi()
    .on('GET', '/branch-accounts/list', ok({ branch_accounts: [aBranch()] }))
    .on('GET', '/branch-accounts/active-job-counts', ok([]))
    .on('POST', '/form-input-list', ok({ fields: [] }))
    .on('GET', '/countries', ok([]))
    .on('GET', '/places', ok([MODA]))
    .on(
      'GET',
      '/places/nearby',
      ok([{ name: 'Fener', fullName: 'Fener, Fatih, İstanbul', latitude: 41.01, longitude: 29.01 }]),
    );

const shown = async () => JSON.parse((await screen.findByTestId('map')).textContent ?? '') as unknown[];
const centre = aUser().country.latitude;

test('a new branch shows the whole country at zoom 5, then the chosen place at 12', async () => {
  const { person } = await renderScreen(<BranchesPage />, { api: api(), user: aUser({ userType: 'root' }) });
  await person.click(await screen.findByRole('button', { name: 'Add branch' }));
  expect(await shown()).toEqual([5, null, centre]);
  await person.type(screen.getByRole('combobox', { name: 'Location' }), 'mod');
  await person.click(await screen.findByRole('option', { name: MODA.name }));
  expect(await shown()).toEqual([12, MODA.latitude, centre]);
});

test('editing a branch shows its place at zoom 12', async () => {
  const { person } = await renderScreen(<BranchesPage />, { api: api(), user: aUser({ userType: 'root' }) });
  await person.click(await screen.findByRole('button', { name: /^Edit/ }));
  expect(await shown()).toEqual([12, 40.99, centre]);
});

test('the profile uses zoom 12, and a moved pin takes the name of the nearest place', async () => {
  const user = aUser({ userType: 'company', location: { ...MODA } });
  const { person } = await renderScreen(<ProfileEditPage />, { api: api(), user });
  expect(await shown()).toEqual([12, MODA.latitude, centre]);
  await person.click(screen.getByRole('button', { name: 'look around' }));
  await person.click(screen.getByRole('button', { name: 'move the pin' }));
  expect(await shown()).toEqual([12, 41.01, centre]);
  expect(screen.getByRole('combobox', { name: 'Location' })).toHaveValue('Fener, Fatih, İstanbul');
});
