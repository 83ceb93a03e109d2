import { INTERFACE_LOCALE } from '../../contract/constants/options';

/**
 * Settings that the server writes into the page (docs/API.md#settings). Bases are paths or origins without a trailing
 * slash.
 */
export interface RuntimeSettings {
  mainApi: string;
  sharedApi: string;
  geoApi: string;
  /** The marketplace's country, ISO alpha-2. */
  countryCode: string;
  /** Language of weekdays and months, whatever the interface's language; `interface` is that language. */
  dateLocale: string;
  /** IANA name of the marketplace's zone. */
  timeZone: string;
  googleMapsKey: string | null;
  /** The address of map tiles with {z}, {x} and {y}; null draws no map. */
  mapTilesUrl: string | null;
  /** The plain text that credits the tiles. */
  mapAttribution: string | null;
  /** Public key of web push; null without web push. */
  vapidPublicKey: string | null;
  paymentFlow: 'basket' | 'provider_form';
  /** The payment provider; `sandbox` charges nothing and offers test cards. */
  paymentProvider: 'sandbox' | 'iyzico' | 'stripe';
  devTools: boolean;
  /** Whether the page /support/replay exists. */
  supportReplay: boolean;
  demo: boolean;
  cspNonce: string | null;
  version: string;
}

export const DEFAULT_SETTINGS: RuntimeSettings = {
  mainApi: '/api',
  sharedApi: '/shared-api',
  geoApi: '/geo-api',
  countryCode: 'TR',
  dateLocale: 'tr',
  timeZone: 'Europe/Istanbul',
  googleMapsKey: null,
  mapTilesUrl: null,
  mapAttribution: null,
  vapidPublicKey: null,
  paymentFlow: 'basket',
  paymentProvider: 'iyzico',
  devTools: false,
  supportReplay: false,
  demo: false,
  cspNonce: null,
  version: '0.0.0',
};

/** Parses the settings in the page's element; a missing or mistyped value keeps its default. */
export const parseSettings = (text: string | null | undefined): RuntimeSettings => {
  if (!text) return DEFAULT_SETTINGS;
  try {
    const parsed = JSON.parse(text) as Record<string, unknown>;
    const entries = Object.entries(DEFAULT_SETTINGS).map(([name, fallback]) => {
      const value = parsed[name];
      const isValid = fallback === null ? typeof value === 'string' : typeof value === typeof fallback;
      return [name, isValid ? value : fallback];
    });
    return Object.fromEntries(entries) as RuntimeSettings;
  } catch {
    return DEFAULT_SETTINGS;
  }
};

let read: RuntimeSettings | undefined;

/** Returns the settings that the server wrote into `#runtime-settings`; parses them once. */
export const readSettings = (): RuntimeSettings =>
  (read ??= parseSettings(globalThis.document?.getElementById('runtime-settings')?.textContent));

/** Returns the locale of weekdays and months for an interface in `locale`. See docs/PRODUCT.md#languages. */
export const dateLocaleFor = (locale: string, { dateLocale } = readSettings()): string =>
  dateLocale === INTERFACE_LOCALE ? locale : dateLocale;
