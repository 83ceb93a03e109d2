import type { Content } from '../../../contract/schemas/reference';
import { init, type Loadable } from '../kit/loadable';
import { contentPath, type ContentKey, type PublicReferenceState } from './publicSlice';

interface Root {
  publicReference: PublicReferenceState;
}

/** Returns the countries where a company may register. */
export const selectCountries = (state: Root) => state.publicReference.countries;

export const selectContent =
  (key: ContentKey) =>
  (state: Root): Loadable<Content> =>
    state.publicReference.contents[contentPath(key)] ?? init;
