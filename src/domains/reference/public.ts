import { createSlice } from '@reduxjs/toolkit';
import { all } from 'redux-saga/effects';
import type { ContentName } from '../../../contract/constants/options';
import type { Content, Country } from '../../../contract/schemas/reference';
import type { Step } from '../kit/effects';
import { init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';

/** Name and code of a document: the code is a language or, for the service agreement, a country. */
interface ContentKey {
  name: ContentName;
  code: string;
}

interface PublicReferenceState {
  countries: Loadable<Country[]>;
  /** Documents by `name/code`. */
  contents: Record<string, Loadable<Content>>;
}

interface Root {
  publicReference: PublicReferenceState;
}

const initialState: PublicReferenceState = { countries: init, contents: {} };

export const publicReference = operations<PublicReferenceState>('publicReference');

export const { reducer: publicReferenceReducer } = createSlice({
  name: 'publicReference',
  initialState,
  reducers: {},
  extraReducers: publicReference.reduce,
});

export const countriesRequested = publicReference.read('countriesRequested', {
  field: 'countries',
  call: (api) => api.call('GET /countries'),
  once: true,
});

const contentPath = ({ name, code }: ContentKey): string => `${name}/${code}`;

export const contentRequested = publicReference.read('contentRequested', {
  field: 'contents',
  call: (api, params: ContentKey) => api.call('GET /app-config/contents/:name/:code', { params }),
  key: contentPath,
  once: true,
});

/** Returns the countries where a company may register. */
export const selectCountries = (state: Root) => state.publicReference.countries;

export const selectContent =
  (key: ContentKey) =>
  (state: Root): Loadable<Content> =>
    state.publicReference.contents[contentPath(key)] ?? init;

export function* publicReferenceSaga(): Step<void> {
  yield all(publicReference.watch());
}
