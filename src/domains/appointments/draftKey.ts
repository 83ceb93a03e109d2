/** Forms about an applicant whose unsent drafts are stored. */
export type DraftedForm = 'appointment' | 'feedback' | 'comment';

/**
 * Returns the key of a draft, separate for each user: `7/appointment/101`. `id` is the application's, or the worker's
 * for a comment.
 */
export const formDraftKey = (userId: number, form: DraftedForm, id: number): string => `${userId}/${form}/${id}`;
