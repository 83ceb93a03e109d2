import type { Traceable } from '../../domains/kit/traceable';
import { traceable as applications } from '../../domains/applications/traceable';

/** What the support trace does with the fields of each domain. */
export const DECLARATIONS: Readonly<Record<string, Traceable>> = {
  account: {
    words: 'language',
    codes: 'country',
    numbers: 'country',
    secrets: 'firstPassword phoneVerifyCode resetToken restoreCode secondPassword',
  },
  applications,
  appointments: {
    words: 'answer delivery field outcome skipped statusGroup',
    codes: 'unfolded',
    dates: 'dueAt from recordedAt sentAt taken textAt',
    numbers: 'appointmentId minutes rebookOf',
    secrets: 'secretUrl',
  },
  basket: {
    words: 'changingKey period replacedBy',
    codes: '_id basketId icon itemId openId',
    dates: 'rule_price_ttl',
    numbers: `
    active addonsOf after before closed countryId credit creditTypeId draft interval job_creation_amount of order
    originalPrice packageId pendingCount pendingQuantities planId price productId purchaseLimit quantity
    relatedPackages rule_price testGroup thread_creation_amount totalPrice unitPrice`,
  },
  bulks: {
    words: 'action decision dialog language outcome reason state tell',
    codes: 'attemptKey bulkId shown undoOf undoneBy',
    dates: 'finishedAt',
    numbers:
      'anchor applicationId done except expected failed ids matches ready recallSeconds recallUntil skipped total unreachable',
    masked: 'bodyText note',
  },
  chat: {
    words: 'changed_status message_status messageType push pushKnown reminder sender type validation_errors',
    codes: 'client_message_id clientId error_type',
    dates: 'awaitingSince date lastMessageAt',
    numbers:
      'failures nbInbox nbTotal nbUnreadMessage number pages readTo senderId threadId unanswered unread writtenAt',
    paths: 'home',
    secrets: 'etag',
    masked: 'senderName',
  },
  decisions: {
    words: 'reach tell toldBy',
    codes: 'undoneEarly',
    dates: 'tellAt toldAt',
    numbers: 'made',
    masked: 'decision.by note shortListedBy',
  },
  publicPage: {
    choices: 'change ref',
    codes: 'format',
    dates: 'day',
    numbers: 'applications applications7 roster salaryMax salaryMin views views7',
    pictures: 'qr',
    words: 'workTimes',
    masked: 'intro',
  },
  exports: {
    words: 'dialog',
    codes: 'exportId',
    numbers: 'done matching',
    masked: 'countKey fullName',
  },
  firstDay: {
    words: 'firstDay',
    dates: 'confirmedAt recordedAt startsAt',
    masked: 'askFor bring place',
  },
  imports: {
    words: 'columnFields field problem',
    codes: 'importKey error',
    numbers: 'column formulas headerAt index indices line option sheetAt ticked',
    masked: 'cells fileName header searched value',
  },
  jobs: {
    words: `
    closeReason contactType contentType direction failedStep field formName gender militaryRequirements minEducationStatus
    offTime op sort sorting step workStartsAt`,
    codes: 'draftKey targetUser',
    namesBelow: 'definition form position positions sorting',
    dates: 'createdAt openedAt',
    numbers: `
    autoShortlistThreshold birthDateMax birthDateMin branchId categoryId companyLocationIds contentLength
    dailyTotalWorkHour expectedSalaryMax expectedSalaryMin height hired hiresWanted jobViews languageId locationsOwnerId militaryRequirements
    minEnglishLevel minExperienceDuration minLanguageLevel newLocation newTag nextPage numberOfHire page peopleBoxProject
    peopleBoxProjectId position positionId progress rowsToLoad savedAt tagIds targetUser unreviewed uploadProgressed
    uploaded waiting weeklyOffDayCount width`,
    pictures: 'cover url',
    masked: 'addition body contactTypePhoneNumber description optionsQuery positionsQuery',
    maskedTexts: 'position',
  },
  /** The fields that several domains share. */
  kit: {
    words: 'currency kind languageCode status title',
    codes: 'id key requestId',
    codesBelow: 'fields validation_errors',
    namesBelow: 'status',
    dates: 'createdAt',
    numbers: 'count counts id jobCreationBalance jobId limit ownerId retryAfter status userId',
    pictures: 'imageUrl preview',
    masked: 'address companyName email firstName lastName latitude location longitude name phone q',
  },
  notices: {
    words: 'reason undoText',
    numbers: 'nextKey noticeClosed',
  },
  openPayments: {
    words: 'method',
    choices: 'result',
    codes: 'attempt begun errorKey paidElsewhere sending shownBasketId',
    numbers: 'startedAt',
  },
  organisation: {
    namesBelow: 'taxOffice',
    dates: 'invitedAt',
  },
  packages: {
    wordsBelow: 'features',
    dates: 'endsAt from nextAttemptAt startsAt',
    numbers: 'jobCredits',
    paths: 'from',
  },
  payment: {
    words: 'provider',
    codes: 'paymentId',
    numbers: 'amount balance handle',
    paths: 'result',
    secrets: 'clientSecret',
    masked: 'finalizeUrl publishableKey userName',
  },
  phoneVerification: {
    words: 'block',
    numbers: 'attempts countdown deadline now secondsLeft wrongTries',
    secrets: 'secret smsCode',
    paths: 'pushBackTo',
  },
  preferences: {
    words: 'browserLocale browserLocaleFound chosenLocale declineReasons localeChosen theme themeChosen',
  },
  privacy: {
    words: 'state',
    dates: 'closedAt dueAt from',
    numbers: 'applicationId openCount months people retentionMonths tellingMinutes version workerId',
    masked: 'confirmName heldBy note',
  },
  program: { numbers: 'at returns shownFrom' },
  profile: {
    words: 'device state verification',
    codes: 'entry leftEntries',
    dates: 'lastSeenAt',
    numbers: 'taxOffice tellingMinutes version',
    pictures: 'image photo',
  },
  reference: {
    words: 'countryCode defaultLanguage lang locale',
    codes: 'holidays',
    codesBelow: 'content contentFailed contentRequested contents countries',
    namesBelow: `
    categories category content contentFailed contentRequested contents countries country languages workerForm`,
    numbers: 'options zoom',
    masked: 'code countryName html near phoneCode phoneExample placesFor taxOfficesFor',
    maskedTexts: 'options',
  },
  session: {
    words: 'algorithm country_code languageName purpose userType who',
    numbers: `
    activeJobCount applications attempts cost counter grantLevel jobs keyLength level newJobs organisationId seq shortLists
    time until`,
    secrets: 'accessToken password',
    masked: `
    about commercialTitle companyAddress derivedKey keyPrefix keySignature nonce salt signature taxOfficeNumber website`,
  },
  today: {
    codes: 'next',
    dates: 'snoozedUntil until',
    numbers: `
    added answer attendance begun coming decide due filled first_day hired hiresWanted invite lapsed listed listLoad load needs now number offer
    outcome rebook settle snooze waiting wholeAt`,
    masked: 'body',
  },
  /** `view` is a part of the address. Masked, it would lead the replay to a view that does not exist. */
  views: {
    words: 'decision firstDay op sort',
    numbers: 'branchId version view',
  },
};

/** Returns all field names that the domains declare for one purpose. */
export const declared = (purpose: keyof Traceable): ReadonlySet<string> =>
  new Set(Object.values(DECLARATIONS).flatMap((declaration) => declaration[purpose]?.trim().split(/\s+/) ?? []));
