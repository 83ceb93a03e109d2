import type { ReactNode } from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { DEFAULT_SETTINGS } from '../../../../src/lib/settings';
import { PlaceMap } from '../../../../src/ui/map/PlaceMap';
import { StaticMap } from '../../../../src/ui/map/StaticMap';
import { ReplayContext } from '../../../../src/ui/replay';
import { renderUi } from '../../../support/renderUi';

interface GoogleProps {
  bootstrapURLKeys: { key: string };
  onGoogleApiLoaded: (api: { maps: unknown }) => void;
  onClick: (at: { lat: number; lng: number }) => void;
  onChange: (view: { center: { lat: number; lng: number }; zoom: number }) => void;
  children: ReactNode;
}

// Leaflet measures its elements, which jsdom cannot do. The journeys test it in a real browser.
jest.mock('../../../../src/ui/map/LeafletMap', () => ({ LeafletMap: () => <p>own map</p> }));
jest.mock('google-map-react', () => ({
  __esModule: true,
  default: ({ bootstrapURLKeys, onGoogleApiLoaded, onClick, onChange, children }: GoogleProps) => (
    <>
      <p>{`google map ${bootstrapURLKeys.key}`}</p>
      <button onClick={() => onGoogleApiLoaded({ maps: null })}>no script</button>
      <button onClick={() => onGoogleApiLoaded({ maps: {} })}>script</button>
      <button onClick={() => onClick({ lat: 40.12345678, lng: 29.5 })}>click</button>
      <button onClick={() => onChange({ center: { lat: 40, lng: 30 }, zoom: 5 })}>zoom out</button>
      {children}
    </>
  ),
}));

let mockSettings = DEFAULT_SETTINGS;
jest.mock('../../../../src/lib/settings', () => ({
  ...jest.requireActual<object>('../../../../src/lib/settings'),
  readSettings: () => mockSettings,
}));

const POINT = { latitude: 41, longitude: 29 };

const showMap = async (googleKey: string | null, point: typeof POINT | null = POINT, placeName = 'Moda, Kadıköy') => {
  const [onMove, onView] = [jest.fn(), jest.fn()];
  const view = renderUi(
    <PlaceMap
      googleKey={googleKey}
      point={point}
      placeName={placeName}
      centre={{ latitude: 39, longitude: 35 }}
      zoom={12}
      places={[]}
      label="Place of the company"
      onMove={onMove}
      onView={onView}
    />,
  );
  await screen.findByText(googleKey === null ? 'own map' : `google map ${googleKey}`);
  return { ...view, onMove, onView };
};

describe('PlaceMap', () => {
  it('shows our own map without a key and describes where the pin is', async () => {
    await showMap(null);
    expect(screen.getByRole('group', { name: 'Place of the company' })).toHaveAccessibleDescription(
      'Pin at Moda, Kadıköy',
    );
  });

  it('says that the pin is set where no known place is near', async () => {
    await showMap(null, POINT, '');
    expect(screen.getByRole('status')).toHaveTextContent('The pin is set');
  });

  it('tells that there is no point yet', async () => {
    await showMap(null, null);
    expect(screen.getByRole('status')).toHaveTextContent('No location chosen yet');
  });

  it('shows Google’s map with a key: a click sets the pin, rounded to six decimals', async () => {
    const { user, onMove } = await showMap('key-1');
    await user.click(screen.getByRole('button', { name: 'script' }));
    await user.click(screen.getByRole('button', { name: 'click' }));
    expect(onMove).toHaveBeenCalledWith({ latitude: 40.123457, longitude: 29.5 });
    expect(screen.getByText('google map key-1')).toBeVisible();
  });

  it('arrow keys move Google’s pin, farther when zoomed out', async () => {
    const { user, onMove, onView } = await showMap('key-1');
    const pin = screen.getByRole('button', { name: 'Place of the company' });
    fireEvent.keyDown(pin, { key: 'ArrowRight' });
    await user.click(screen.getByRole('button', { name: 'zoom out' }));
    expect(onView).toHaveBeenCalledWith({ latitude: 40, longitude: 30, zoom: 5 });
    fireEvent.keyDown(pin, { key: 'ArrowRight' });
    fireEvent.keyDown(pin, { key: 'a' });
    const [near, far] = onMove.mock.calls.map(([{ latitude, longitude }]) => [latitude, longitude - 29]);
    expect([near?.[0], far?.[0]]).toEqual([41, 41]);
    expect(far?.[1] / near?.[1]).toBeCloseTo(2 ** 7, 0);
    expect(onMove).toHaveBeenCalledTimes(2);
  });

  it('falls back to our own map when Google’s script does not load', async () => {
    const { user } = await showMap('key-1');
    await user.click(screen.getByRole('button', { name: 'no script' }));
    expect(await screen.findByText('own map')).toBeVisible();
  });

  it('falls back to our own map when Google refuses the key', async () => {
    await showMap('wrong');
    act(() => (globalThis as { gm_authFailure?: () => void }).gm_authFailure?.());
    expect(await screen.findByText('own map')).toBeVisible();
    expect(globalThis).not.toHaveProperty('gm_authFailure');
  });
});

describe('StaticMap', () => {
  const TILES = {
    ...DEFAULT_SETTINGS,
    mapTilesUrl: 'https://tiles.example/{z}/{x}/{y}.png',
    mapAttribution: '<b>© Tiles</b>',
  };
  const map = <StaticMap point={POINT} zoom={12} label="Map of Kadıköy" />;
  const pictures = (container: HTMLElement) => [...container.querySelectorAll('img')];
  const link = () => screen.getByRole('link', { name: 'Open in maps' });
  afterEach(() => {
    mockSettings = DEFAULT_SETTINGS;
  });

  it('draws nothing without a source, and leads to a map of the point', () => {
    const { container } = renderUi(map);
    expect(screen.queryByRole('img')).toBeNull();
    expect(pictures(container)).toEqual([]);
    expect(link()).toHaveAttribute('href', 'https://www.openstreetmap.org/?mlat=41&mlon=29#map=15/41/29');
  });

  it('shows Google’s map with a key, also with a tile server, in 490 × 175', () => {
    mockSettings = { ...TILES, googleMapsKey: 'key 1&2' };
    renderUi(map);
    const image = screen.getByRole('img', { name: 'Map of Kadıköy' });
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['490', '175']);
    const address = new URL(image.getAttribute('src') ?? '');
    expect(address.origin + address.pathname).toBe('https://maps.googleapis.com/maps/api/staticmap');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      center: '41,29',
      markers: '41,29',
      zoom: '12',
      size: '490x175',
      key: 'key 1&2',
    });
    expect(link()).toBeVisible();
  });

  it('covers the picture with tiles that name the site, and shows the attribution as text', () => {
    mockSettings = TILES;
    const { container } = renderUi(map);
    expect(screen.getByRole('img', { name: 'Map of Kadıköy' })).toBeVisible();
    expect(screen.getByText('<b>© Tiles</b>')).toBeVisible();
    // The tile of the point: x = (29 + 180) / 360 × 2¹², and y by Web Mercator.
    const middle = pictures(container).find(({ src }) => src === 'https://tiles.example/12/2377/1535.png');
    expect(middle).toHaveAttribute('referrerpolicy', 'strict-origin');
    const [left, top] = [parseInt(middle!.style.left, 10), parseInt(middle!.style.top, 10)];
    expect(left).toBeLessThanOrEqual(245);
    expect(left + 256).toBeGreaterThan(245);
    expect(top).toBeLessThanOrEqual(87);
    expect(top + 256).toBeGreaterThan(87);
    expect(pictures(container).length).toBeLessThanOrEqual(6);
    expect(link()).toBeVisible();
  });

  it.each([
    ['a tile', TILES],
    ['Google’s picture', { ...DEFAULT_SETTINGS, googleMapsKey: 'wrong' }],
  ])('draws nothing when %s does not load', (_name, settings) => {
    mockSettings = settings;
    const { container } = renderUi(map);
    fireEvent.error(pictures(container)[0]!);
    expect(screen.queryByRole('img')).toBeNull();
    expect(link()).toBeVisible();
  });

  it('asks no other server in a replay', async () => {
    mockSettings = { ...TILES, googleMapsKey: 'key' };
    const { container } = renderUi(
      <ReplayContext value={{ brokenScreen: null, container: document.body, foreignPage: null }}>
        {map}
        <PlaceMap
          googleKey="key"
          point={POINT}
          placeName=""
          centre={POINT}
          zoom={12}
          places={[]}
          label="Place"
          onMove={jest.fn()}
          onView={jest.fn()}
        />
      </ReplayContext>,
    );
    expect(container.querySelector('img')).toBeNull();
    expect(await screen.findByText('own map')).toBeVisible();
  });
});
