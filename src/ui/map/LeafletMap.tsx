import * as L from 'leaflet';
import type { Feature } from 'geojson';
import {
  loadCountry,
  loadWorld,
  type Country,
  type World,
  gapAt,
  REGION_ZOOM_MIN,
  regionsIn,
  type Region,
  TILE_REFERRER,
  TILE_ZOOM_MAX,
  type TileSource,
  movePoint,
  stepOf,
  tileSource,
} from './geography';
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import 'leaflet/dist/leaflet.css';
import { useText } from '../text';
import { Attribution } from './StaticMap';
import type { MapPlace, MapProps } from './PlaceMap';
import { rounded } from '../../lib/location';
import { ReplayContext } from '../replay';
import styles from './Map.module.css';

/** From this zoom on the world's rivers lie hundreds of metres beside their beds. */
const RIVERS_MAX_ZOOM = 9;

/** Whether the map is still on the page; a removed map has no panes. */
const isAlive = (map: L.Map): boolean => map.getPane('mapPane') !== undefined;

interface Colours {
  line: string;
  land: string;
  water: string;
}

const coloursOf = (map: L.Map): Colours => {
  const { borderTopColor: line, color: land, backgroundColor: water } = getComputedStyle(map.getContainer());
  return { line, land, water };
};

const countryLayer = ({ land, provinces, outline }: Country, colours: Colours): L.LayerGroup => {
  const still = { interactive: false };
  return L.layerGroup([
    L.geoJSON(land, { ...still, style: { stroke: false, fillColor: colours.land, fillOpacity: 1 } }),
    L.geoJSON(provinces, { ...still, style: { color: colours.line, weight: 1, opacity: 0.5, dashArray: '4 3' } }),
    L.geoJSON(outline, { ...still, style: { color: colours.line, weight: 1 } }),
  ]);
};

/** Draws the world, and the provinces of the countries in view as they load. */
const drawWorld = (map: L.Map, world: World): void => {
  const colours = coloursOf(map);
  const { line, land, water } = colours;
  const shown = new Set<Region>();
  const styleOf = (feature?: Feature): L.PathOptions => {
    const zoom = map.getZoom();
    const isDetailed = zoom >= REGION_ZOOM_MIN && shown.has(feature?.id as Region);
    const gap = shown.size > 0 ? gapAt(zoom) : 0;
    const borders = gap > 0 ? { color: land, weight: gap } : { color: line, weight: 1 };
    return { ...borders, stroke: !isDetailed, fill: !isDetailed, fillColor: land, fillOpacity: 1 };
  };
  const countries = L.geoJSON(world.countries, { interactive: false, style: styleOf }).addTo(map);
  const details = L.layerGroup().addTo(map);
  const rivers = L.geoJSON(world.rivers, { interactive: false, style: { color: water, weight: 1 } });
  const lakes = L.geoJSON(world.lakes, {
    interactive: false,
    style: { color: line, weight: 0.5, fillColor: water, fillOpacity: 1 },
  }).addTo(map);

  const show = (region: Region, country: Country) => {
    if (shown.has(region) || !isAlive(map)) return;
    shown.add(region);
    details.addLayer(countryLayer(country, colours));
    countries.setStyle(styleOf);
    lakes.bringToFront();
    if (map.hasLayer(rivers)) rivers.bringToFront();
  };
  const update = () => {
    const zoom = map.getZoom();
    if (zoom > RIVERS_MAX_ZOOM) rivers.remove();
    else rivers.addTo(map);
    if (zoom < REGION_ZOOM_MIN) details.remove();
    else details.addTo(map);
    countries.setStyle(styleOf);
    lakes.bringToFront();
    if (zoom < REGION_ZOOM_MIN) return;
    const bounds = map.getBounds();
    for (const region of regionsIn([bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]))
      // Without its provinces a country keeps the coarse shape.
      if (!shown.has(region))
        loadCountry(region).then(
          (country) => show(region, country),
          () => undefined,
        );
  };
  map.on('moveend', update);
  update();
};

const addBundled = (map: L.Map, labels: L.Layer): void => {
  labels.addTo(map);
  loadWorld().then(
    (world) => {
      if (isAlive(map)) drawWorld(map, world);
    },
    // Without shapes the labels still show the location.
    () => undefined,
  );
};

/**
 * Adds what lies below the pin: the operator's tiles, which have labels of their own, or the bundled map with `labels`.
 * If not a single tile loads, the bundled map takes their place.
 */
const addGround = (map: L.Map, tiles: TileSource | null, labels: L.Layer, onBundled: () => void): void => {
  if (tiles === null) {
    addBundled(map, labels);
    return;
  }
  const layer = L.tileLayer(tiles.url, { maxNativeZoom: TILE_ZOOM_MAX, referrerPolicy: TILE_REFERRER });
  let hasTile = false;
  layer.on('tileload', () => (hasTile = true));
  layer.on('tileerror', () => {
    if (hasTile || !map.hasLayer(layer)) return;
    layer.remove();
    addBundled(map, labels);
    onBundled();
  });
  layer.addTo(map);
};

/** How far an arrow key moves the pin, in pixels. */
const STEP = 10;
const ZOOM_MIN = 3;
/** The bundled map shows no streets, so a closer look at it shows nothing more. */
const ZOOM_MAX = { tiles: 18, bundled: 16 };

/** True if the user prefers reduced motion. */
const prefersReducedMotion = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches === true;

/** Returns a marker with a place's dot and name. It builds DOM nodes, so that a name is never parsed as HTML. */
const labelOf = ({ name, latitude, longitude }: MapPlace): L.Marker => {
  const content = document.createElement('span');
  content.textContent = name;
  const icon = L.divIcon({ className: styles.place, html: content, iconSize: [0, 0] });
  return L.marker([latitude, longitude], { icon, interactive: false, keyboard: false });
};

const pinIcon = (): L.DivIcon => {
  const dot = document.createElement('span');
  return L.divIcon({ className: styles.pin, html: dot, iconSize: [32, 40], iconAnchor: [16, 38] });
};

/** A map of the operator's tiles, or the bundled one: coasts, waters, borders, provinces and labels. */
export const LeafletMap = ({ point, centre, zoom, places, label, onMove, onView }: MapProps) => {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<L.Map | null>(null);
  const [labels] = useState(() => L.layerGroup());
  const isReplay = use(ReplayContext) !== null;
  const [tiles, setTiles] = useState(isReplay ? null : tileSource);
  const pin = useRef<L.Marker | null>(null);

  const reportView = useEffectEvent((shown: L.Map) => {
    const { lat, lng } = shown.getCenter();
    onView({ ...rounded({ latitude: lat, longitude: lng }), zoom: shown.getZoom() });
  });
  const reportMove = useEffectEvent(({ lat, lng }: L.LatLng) => onMove(rounded({ latitude: lat, longitude: lng })));
  const start = useEffectEvent((element: HTMLDivElement) => {
    const first = point ?? centre;
    const newMap = L.map(element, {
      center: [first.latitude, first.longitude],
      zoom,
      minZoom: ZOOM_MIN,
      maxZoom: tiles ? ZOOM_MAX.tiles : ZOOM_MAX.bundled,
      attributionControl: false,
      zoomControl: false,
      preferCanvas: true,
      ...(prefersReducedMotion() && { zoomAnimation: false, fadeAnimation: false, inertia: false }),
    });
    L.control.zoom({ zoomInTitle: t('ui.map.zoomIn'), zoomOutTitle: t('ui.map.zoomOut') }).addTo(newMap);
    addGround(newMap, tiles, labels, () => setTiles(null));
    newMap.on('moveend', () => reportView(newMap));
    newMap.on('click', ({ latlng }: L.LeafletMouseEvent) => reportMove(latlng));
    reportView(newMap);
    return newMap;
  });

  useEffect(() => {
    if (!box.current) return undefined;
    const newMap = start(box.current);
    setMap(newMap);
    return () => {
      pin.current = null;
      newMap.remove();
    };
  }, []);

  useEffect(() => {
    labels.clearLayers();
    for (const place of places) labels.addLayer(labelOf(place));
  }, [labels, places]);

  const handleKey = useEffectEvent((event: KeyboardEvent, marker: L.Marker) => {
    const step = stepOf(event.key, STEP);
    if (!step || !map) return;
    event.preventDefault();
    event.stopPropagation();
    const { lat, lng } = marker.getLatLng();
    onMove(rounded(movePoint({ latitude: lat, longitude: lng }, map.getZoom(), ...step)));
  });
  const latitude = point?.latitude;
  const longitude = point?.longitude;
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return;
    const at: L.LatLngTuple = [latitude, longitude];
    if (pin.current) {
      pin.current.setLatLng(at);
      if (!map.getBounds().pad(-0.1).contains(at)) map.panTo(at, { animate: !prefersReducedMotion() });
      return;
    }
    const marker = L.marker(at, { icon: pinIcon(), draggable: true, title: label, alt: label }).addTo(map);
    marker.on('dragend', () => reportMove(marker.getLatLng()));
    marker.getElement()?.addEventListener('keydown', (event) => handleKey(event, marker));
    pin.current = marker;
  }, [map, latitude, longitude, label]);

  // A place that the user chose by name is shown at its own zoom.
  useEffect(() => {
    if (map && latitude !== undefined && longitude !== undefined && map.getZoom() < zoom)
      map.setView([latitude, longitude], zoom);
  }, [map, zoom, latitude, longitude]);

  return (
    <div className={styles.frame}>
      <div ref={box} className={styles.map} />
      <Attribution tiles={tiles} />
    </div>
  );
};
