import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ContentName } from '../../../contract/constants/options';
import type { Content, Country } from '../../../contract/schemas/reference';
import type { Failure } from '../kit/failure';
import { failed, init, loadReducers, loaded, loading, type Loadable } from '../kit/loadable';

/** Name and code of a document: the code is a language or, for the service agreement, a country. */
export interface ContentKey {
  name: ContentName;
  code: string;
}

export interface PublicReferenceState {
  countries: Loadable<Country[]>;
  /** Documents by `name/code`. */
  contents: Record<string, Loadable<Content>>;
}

const initialState: PublicReferenceState = { countries: init, contents: {} };

export const contentPath = ({ name, code }: ContentKey): string => `${name}/${code}`;

const to = loadReducers<PublicReferenceState>();

const slice = createSlice({
  name: 'publicReference',
  initialState,
  reducers: {
    countriesRequested: (state) => {
      if (state.countries.status !== 'loaded') state.countries = loading;
    },
    countriesLoaded: to.loaded('countries'),
    countriesFailed: to.failed('countries'),
    contentRequested: ({ contents }, { payload }: PayloadAction<ContentKey>) => {
      const path = contentPath(payload);
      if (contents[path]?.status !== 'loaded') contents[path] = loading;
    },
    contentLoaded: ({ contents }, { payload }: PayloadAction<ContentKey & { content: Content }>) => {
      contents[contentPath(payload)] = loaded(payload.content);
    },
    contentFailed: ({ contents }, { payload }: PayloadAction<ContentKey & { failure: Failure }>) => {
      contents[contentPath(payload)] = failed(payload.failure);
    },
  },
});

export const publicReferenceReducer = slice.reducer;
export const publicReferenceActions = slice.actions;
export const { countriesRequested, contentRequested } = slice.actions;
