import * as L from 'leaflet';
import type { Feature } from 'geojson';
import { loadCountry, loadWorld, type Country, type World } from './geography';
import { gapAt, REGION_ZOOM_MIN, regionsIn, type Region } from './regions';
import { TILE_REFERRER, TILE_ZOOM_MAX, type TileSource } from './tiles';

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
export const addGround = (map: L.Map, tiles: TileSource | null, labels: L.Layer, onBundled: () => void): void => {
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
