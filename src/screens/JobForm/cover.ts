import { BASES } from '../../../contract/constants/http';
import { DEFAULT_JOB_IMAGE } from '../../../contract/constants/options';
import type { CoverValue } from './values';

/** The cover of a job without one: docs/PRODUCT.md#job-cover. */
const DEFAULT_COVER = `${BASES.dashboard}/${DEFAULT_JOB_IMAGE}.svg`;

/** Returns the cover's URL, or the bundled default cover if there is none or its URL names the default image. */
export const coverOf = (cover: CoverValue | null): string =>
  cover === null || cover.url.includes(DEFAULT_JOB_IMAGE) ? DEFAULT_COVER : cover.url;
