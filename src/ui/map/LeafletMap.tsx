import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useText } from '../text';
import { loadBorders } from './borders';
import type { MapPlace, MapProps } from './mapProps';
import { moved, rounded, stepOf } from './mercator';
import styles from './Map.module.css';

/** How far an arrow key moves the pin, in pixels. */
const STEP = 10;
/** From this zoom on the borders are too coarse: whole districts would lie in the sea. */
const BORDERS_TO = 8;
const ZOOM_MIN = 3;
const ZOOM_MAX = 16;

/** True if the user prefers reduced motion. */
const isCalm = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches === true;

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

/** The bundled map: borders and labels, without other servers. */
export const LeafletMap = ({ point, centre, zoom, places, label, onMove, onView }: MapProps) => {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<L.Map | null>(null);
  const [labels] = useState(() => L.layerGroup());
  const pin = useRef<L.Marker | null>(null);

  const tellView = useEffectEvent((shown: L.Map) => {
    const { lat, lng } = shown.getCenter();
    onView({ ...rounded({ latitude: lat, longitude: lng }), zoom: shown.getZoom() });
  });
  const tellMove = useEffectEvent(({ lat, lng }: L.LatLng) => onMove(rounded({ latitude: lat, longitude: lng })));
  const start = useEffectEvent((element: HTMLDivElement) => {
    const first = point ?? centre;
    const made = L.map(element, {
      center: [first.latitude, first.longitude],
      zoom,
      minZoom: ZOOM_MIN,
      maxZoom: ZOOM_MAX,
      attributionControl: false,
      zoomControl: false,
      preferCanvas: true,
      ...(isCalm() && { zoomAnimation: false, fadeAnimation: false, inertia: false }),
    });
    L.control.zoom({ zoomInTitle: t('ui.map.zoomIn'), zoomOutTitle: t('ui.map.zoomOut') }).addTo(made);
    labels.addTo(made);
    made.on('moveend', () => tellView(made));
    made.on('click', ({ latlng }: L.LeafletMouseEvent) => tellMove(latlng));
    tellView(made);
    return made;
  });

  useEffect(() => {
    if (!box.current) return undefined;
    const made = start(box.current);
    setMap(made);
    let isThere = true;
    loadBorders().then(
      (borders) => {
        if (!isThere) return;
        const { borderTopColor: stroke, color: land } = getComputedStyle(made.getContainer());
        const layer = L.geoJSON(borders, {
          interactive: false,
          style: { color: stroke, weight: 1, fillColor: land, fillOpacity: 1 },
        });
        const draw = () => {
          const isNear = made.getZoom() > BORDERS_TO;
          made.getContainer().classList.toggle(styles.near ?? '', isNear);
          if (isNear) layer.remove();
          else layer.addTo(made);
        };
        made.on('zoomend', draw);
        draw();
      },
      // Without borders the labels still show the location.
      () => undefined,
    );
    return () => {
      isThere = false;
      pin.current = null;
      made.remove();
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
    onMove(rounded(moved({ latitude: lat, longitude: lng }, map.getZoom(), ...step)));
  });
  const latitude = point?.latitude;
  const longitude = point?.longitude;
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return;
    const at: L.LatLngTuple = [latitude, longitude];
    if (pin.current) {
      pin.current.setLatLng(at);
      if (!map.getBounds().pad(-0.1).contains(at)) map.panTo(at, { animate: !isCalm() });
      return;
    }
    const marker = L.marker(at, { icon: pinIcon(), draggable: true, title: label, alt: label }).addTo(map);
    marker.on('dragend', () => tellMove(marker.getLatLng()));
    marker.getElement()?.addEventListener('keydown', (event) => handleKey(event, marker));
    pin.current = marker;
  }, [map, latitude, longitude, label]);

  // A place that the user chose by name is shown at its own zoom.
  useEffect(() => {
    if (map && latitude !== undefined && longitude !== undefined && map.getZoom() < zoom)
      map.setView([latitude, longitude], zoom);
  }, [map, zoom, latitude, longitude]);

  return <div ref={box} className={styles.map} />;
};
