/**
 * Which fields of events and states leave with a support trace as they are. All else is masked: a field that is new is
 * hidden until somebody lists it here.
 */

/** Values that nobody's business is; not even their length is told. Compared without case, `_` and `-`. */
export const SECRET =
  /token|password|passwd|secret|authorization|cvc|cvv|pan$|card(number|holder|holdername)?$|expire(month|year)$|expiry|verifycode|smscode|resetcode|restorecode|identitynumber|etag/;

/** Addresses of pictures: a signature is in them, and faces behind them. */
export const PICTURES = new Set(['imageUrl', 'image', 'photo', 'cover', 'url', 'icon', 'preview']);

/** Words out of fixed lists of the contract, names of the product's own things, and titles of jobs. */
export const WORDS = new Set(
  `status kind type sender messageType message_status changed_status actor action by factor feedback tab activeTab sort
  sorting order direction field op theme themeChosen chosenLocale browserLocale browserLocaleFound localeChosen language
  languageCode languageName locale countryCode country_code userType gender military militaryRequirements education
  minEducationStatus universityStatus workTimePreference workTimePreferences drivingLicenses contactType closeReason
  offTime statusGroup period currency device method state dialog next title jobTitle distance contentType
  verification purpose step mode reason outcome push pushKnown contentRequested formName defaultLanguage minLanguageLevel minEnglishLevel
  workStartsAt`.split(/\s+/),
);

/** Keys of errors and texts, ids that the program made: letters, digits and `. _ : / -`. */
export const CODES = new Set([
  'key',
  'id',
  'requestId',
  'clientId',
  'client_message_id',
  'exportId',
  'error_type',
  'leftEntries',
]);
export const CODE = /^[\w.:/-]*$/;

/** Below these, each value is the key of an error. */
export const CODES_BELOW = new Set(['fields', 'validation_errors']);

/** Below these, `name` and `label` are words of the product, not of a person. */
export const NAMES_BELOW = new Set(
  `status sorting category categories categoriesLoaded position positions positionsLoaded country countries countriesLoaded
  languages languagesLoaded taxOffice definition definitionLoaded form formLoaded workerForm workerFormLoaded contents
  contentsLoaded`.split(/\s+/),
);

/** Addresses of the product. */
export const PATHS = new Set(['path', 'to', 'from']);

/** Days and instants; a value counts only if it looks like one. */
export const DATES =
  /(At|Date|Since|From|Until)$|^(date|day|holidays|holidaysLoaded|at|by|before|after|workStartsAt|deadline)$/;
export const DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?)?$/;

/** Ids, counts, positions in lists, instants in milliseconds, scores. Not: coordinates, phones, numbers of accounts. */
export const NUMBERS =
  /(^i|I|_i)ds?$|(Count|At|Score|Balance|Level|Months?|Min|Max|Threshold|Failures?|Attempts?|Left|Page|Message|Inbox|Total|Duration)$|^(key|nextKey|page|limit|total|count|counts|filtered|number|next|readTo|status|score|weight|done|seq|wanted|order|interval|attempts|failures|distanceInt|experienceMonth|experienceMin|distanceMax|ageMin|ageMax|military|english|education|gender|grantLevel|numberOfHire|zoom|jobs|shortLists|applications|unreviewed|jobViews|rejected|unread|unreadLoaded|noticeClosed|uploadAdvanced|retryAfter|width|height|progress|before|after|birthDateMin|birthDateMax|expectedSalary|price|active|draft|closed|dailyTotalWorkHour|weeklyOffDayCount|countdown|deadline|now|pages|uploaded|only|locationsOf|contentLength|distanceKm|minEnglishLevel|minLanguageLevel|durationMonths)$/;
