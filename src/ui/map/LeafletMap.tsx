import * as L from 'leaflet';
import { movePoint, stepOf, TILE_REFERRER, TILE_ZOOM_MAX, type TileSource, tileSource } from './geography';
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import 'leaflet/dist/leaflet.css';
import { useText } from '../text';
import { Attribution } from './StaticMap';
import type { MapPlace, MapProps } from './PlaceMap';
import { rounded } from '../../lib/location';
import { ReplayContext } from '../replay';
import styles from './Map.module.css';

/**
 * Adds the layer below the pin: the operator's tiles, which contain names, or only the names of places, because we have
 * no true street map. If no tile loads at all, the names replace the tiles.
 */
const addGround = (map: L.Map, tiles: TileSource | null, labels: L.Layer, onNames: () => void): void => {
  if (tiles === null) {
    labels.addTo(map);
    return;
  }
  const layer = L.tileLayer(tiles.url, { maxNativeZoom: TILE_ZOOM_MAX, referrerPolicy: TILE_REFERRER });
  let hasTile = false;
  layer.on('tileload', () => (hasTile = true));
  layer.on('tileerror', () => {
    if (hasTile || !map.hasLayer(layer)) return;
    layer.remove();
    labels.addTo(map);
    onNames();
  });
  layer.addTo(map);
};

/** How far an arrow key moves the pin, in pixels. */
const STEP = 10;
const ZOOM_MIN = 3;
/** Names are half a kilometre apart, so a closer zoom shows nothing more. */
const ZOOM_MAX = { tiles: 18, names: 16 };

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

/** A map of the operator's tiles, or of the names of places. */
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
      maxZoom: tiles ? ZOOM_MAX.tiles : ZOOM_MAX.names,
      attributionControl: false,
      zoomControl: false,
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
