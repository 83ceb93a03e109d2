import type { ContentName, FormName } from '../../../contract/constants/options';
import type {
  Category,
  Content,
  Country,
  FormField,
  FormInputList,
  Holidays,
  Place,
} from '../../../contract/schemas/reference';
import type { Ports } from '../kit/ports';
import type { MapView, TaxOffice } from './placesSlice';

type Api = Ports['api'];

export const getCategories = async ({ shared }: Api, signal?: AbortSignal): Promise<Category[]> =>
  (await shared.request<Category[]>({ method: 'GET', path: '/job/job-categories/datalist', signal })).payload;

export const getHolidays = async ({ main }: Api, signal?: AbortSignal): Promise<Holidays> =>
  (await main.request<Holidays>({ method: 'GET', path: '/holidays', signal })).payload;

/** The fields that a form shows in the marketplace's country. */
export const getFormFields = async ({ main }: Api, formName: FormName, signal?: AbortSignal): Promise<FormField[]> => {
  const body = { formName };
  return (await main.request<FormInputList>({ method: 'POST', path: '/form-input-list', body, signal })).payload.fields;
};

export const getCountries = async ({ main }: Api, signal?: AbortSignal): Promise<Country[]> =>
  (await main.request<Country[]>({ method: 'GET', path: '/countries', signal })).payload;

/** A document of a language or, for the service agreement, of a country. */
export const getContent = async (
  { main }: Api,
  { name, code }: { name: ContentName; code: string },
  signal?: AbortSignal,
): Promise<Content> =>
  (await main.request<Content>({ method: 'GET', path: `/app-config/contents/${name}/${code}`, signal })).payload;

/** Places whose name holds the text, the most important first. */
export const getPlaces = async ({ shared }: Api, q: string, signal?: AbortSignal): Promise<Place[]> =>
  (await shared.request<Place[]>({ method: 'GET', path: '/places', query: { q }, signal })).payload;

/** Places to be labelled on a map. */
export const getNearby = async ({ shared }: Api, view: MapView, signal?: AbortSignal): Promise<Place[]> =>
  (await shared.request<Place[]>({ method: 'GET', path: '/places/nearby', query: { ...view }, signal })).payload;

export const getTaxOffices = async ({ main }: Api, q: string, signal?: AbortSignal): Promise<TaxOffice[]> =>
  (await main.request<TaxOffice[]>({ method: 'GET', path: '/tax-offices', query: { q }, signal })).payload;
