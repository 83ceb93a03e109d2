/** Forms about an applicant that are kept while they are not sent. */
export type DraftedForm = 'appointment' | 'feedback' | 'comment';

/** Where the draft of such a form is kept, of each user his own: `7/appointment/101`. `id`: of the application, or the worker for a comment. */
export const formDraftKey = (userId: number, form: DraftedForm, id: number): string => `${userId}/${form}/${id}`;
