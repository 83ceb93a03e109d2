/** The characters of a page's code, without letters and digits that look alike. */
export const PAGE_CODE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
export const PAGE_CODE_LENGTH = 8;

/** Longest introduction of a public page, in characters. */
export const PAGE_INTRO_MAX = 500;

/** Days that the figures of a public page cover. */
export const PAGE_FIGURE_DAYS = 28;

/** Formats of the poster. */
export const POSTER_FORMATS = ['a4', 'a6'] as const;
export type PosterFormat = (typeof POSTER_FORMATS)[number];

/**
 * Where a visitor of a public page came from: the printed code, a link that somebody shared, a search engine, or a text
 * message to the roster.
 */
export const PAGE_REFS = ['poster', 'link', 'search', 'roster'] as const;
export type PageRef = (typeof PAGE_REFS)[number];

/** Days, parts of the day and start that an applicant can offer on the public page. */
export const OFFERED_DAYS = ['weekdays', 'saturday', 'sunday'] as const;
export type OfferedDay = (typeof OFFERED_DAYS)[number];
export const OFFERED_PARTS = ['morning', 'afternoon', 'evening', 'night'] as const;
export type OfferedPart = (typeof OFFERED_PARTS)[number];
export const OFFERED_STARTS = ['now', 'week', 'month', 'later'] as const;
export type OfferedStart = (typeof OFFERED_STARTS)[number];

/** Experience in the job's position that an applicant can choose, as the form sends it. */
export const OFFERED_EXPERIENCE = [0, 6, 24, 60] as const;
export type OfferedExperience = (typeof OFFERED_EXPERIENCE)[number];

/** The months that each choice stands for: none, or a range. `max` null is a range without an upper end. */
export const EXPERIENCE_RANGES: Record<OfferedExperience, { min: number; max?: number | null }> = {
  0: { min: 0 },
  6: { min: 1, max: 12 },
  24: { min: 12, max: 36 },
  60: { min: 36, max: null },
};

/** Longest first or last name on the public page, in characters. */
export const APPLICANT_NAME_MAX = 100;

/** The most people who can apply with one phone in an organisation. Each of them costs text messages. */
export const PEOPLE_PER_PHONE = 5;

/** Minutes for which an application waits for its code. */
export const APPLICATION_DRAFT_MINUTES = 30;

/** The version of the consent to messages about new jobs. Raise it whenever the text changes. */
export const ROSTER_TEXT_VERSION = 3;
