import { BASES } from '../../../contract/constants/http';
import { DEFAULT_JOB_IMAGE } from '../../../contract/constants/options';
import type { CoverValue } from './values';

/** What stands for a job without a cover. Spec 1, point 3. */
const DEFAULT_COVER = `${BASES.dashboard}/${DEFAULT_JOB_IMAGE}.svg`;

/** The address of the picture that is shown: the default one where there is none, wherever its address leads. */
export const coverOf = (cover: CoverValue | null): string =>
  cover === null || cover.url.includes(DEFAULT_JOB_IMAGE) ? DEFAULT_COVER : cover.url;
