import type { JobDraftsState } from './drafts';
import type { JobFormState } from './slice';

interface Root {
  jobForm: JobFormState;
  jobDrafts: JobDraftsState;
}

const NO_COPIES: JobFormState['copies'] = {};

export const selectJobForm = (state: Root) => state.jobForm;
export const selectJobDrafts = (state: Root) => state.jobDrafts.byKey;
export const selectJobAttempts = (state: Root) => state.jobDrafts.attempts;
/** Returns the pending copies; none until the form's domain has loaded. */
export const selectCopies = ({ jobForm }: Partial<Root>): JobFormState['copies'] => jobForm?.copies ?? NO_COPIES;

/** Returns a selector: whether the user has an unsent draft. */
export const hasDraftOf =
  (userId: number | undefined) =>
  (state: Root): boolean =>
    userId !== undefined && Object.keys(state.jobDrafts.byKey).some((key) => key.startsWith(`${userId}/`));
