import type { Content } from '../../../contract/schemas/reference';
import { init, type Loadable } from '../kit/loadable';
import { contentPath, type ContentKey, type PublicReferenceState } from './publicSlice';

interface Root {
  publicReference: PublicReferenceState;
}

/** Countries where a company may register. */
export const selectCountries = (state: Root) => state.publicReference.countries;

/** A document, as far as it was asked for. */
export const selectContent =
  (key: ContentKey) =>
  (state: Root): Loadable<Content> =>
    state.publicReference.contents[contentPath(key)] ?? init;
