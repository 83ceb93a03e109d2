import type { SavedView } from '../../contract/schemas/views';

/** A view of the caller's own; without changes it holds the women of all jobs. */
export const aView = (given: Partial<SavedView> = {}): SavedView => ({
  id: 12,
  name: 'Women',
  isShared: false,
  isOwn: true,
  canChange: true,
  query: { status: 'in_progress,accepted', gender: 'female' },
  isJobGone: false,
  version: 1,
  ...given,
});
