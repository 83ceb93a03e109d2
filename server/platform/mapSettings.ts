import { fail, requiredText, textOf, urlOf, type Environment } from './environment';
import { isLoopback } from './net';

/** A server of map tiles: the address with {z}, {x} and {y}, and the plain text that credits it. */
export interface MapTiles {
  url: string;
  attribution: string;
}

const ATTRIBUTION_MAX = 200;
const PLACEHOLDERS = ['{z}', '{x}', '{y}'];
/** The host becomes a part of the page's policy, so it holds nothing but a name and a port. */
const HOST = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?\//i;

const isTemplate = (text: string): boolean =>
  HOST.test(text) &&
  PLACEHOLDERS.every((part) => text.split(part).length === 2) &&
  !/[{}\s]/.test(PLACEHOLDERS.reduce((rest, part) => rest.replace(part, ''), text));

/** Reads the tile server of the maps, or null without one. */
export const readMapTiles = (env: Environment): MapTiles | null => {
  const url = textOf(env, 'MAP_TILES_URL');
  if (url === null) {
    if (textOf(env, 'MAP_ATTRIBUTION') !== null) fail('MAP_ATTRIBUTION', 'needs MAP_TILES_URL');
    return null;
  }
  if (!isTemplate(url)) fail('MAP_TILES_URL', 'must be an address such as https://tiles.example/{z}/{x}/{y}.png');
  const { protocol, hostname } = urlOf('MAP_TILES_URL', url, ['https:', 'http:']);
  if (protocol === 'http:' && !isLoopback(hostname)) fail('MAP_TILES_URL', 'must begin with https://');
  const attribution = requiredText(env, 'MAP_ATTRIBUTION', 'MAP_TILES_URL');
  if (attribution.length > ATTRIBUTION_MAX) fail('MAP_ATTRIBUTION', `must have at most ${ATTRIBUTION_MAX} characters`);
  return { url, attribution };
};

/** Returns the origin that the page must be allowed to load pictures from. */
export const tileOrigin = (tiles: MapTiles | null): string | undefined =>
  tiles ? new URL(tiles.url).origin : undefined;
