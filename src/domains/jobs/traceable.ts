import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
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
    uploaded waiting waitingLoaded weeklyOffDayCount width`,
  pictures: 'cover url',
  masked: 'body contactTypePhoneNumber description optionsQuery positionsQuery',
  maskedTexts: 'position',
};
