import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: `
    closeReason contactType contentType direction field formName gender militaryRequirements minEducationStatus
    offTime op sort sorting step workStartsAt`,
  namesBelow: 'definition definitionLoaded form formLoaded position positions positionsLoaded sorting',
  dates: 'createdAt openedAt',
  numbers: `
    autoShortlistThreshold birthDateMax birthDateMin branchId categoryId companyLocationIds contentLength
    dailyTotalWorkHour expectedSalaryMax expectedSalaryMin height jobViews languageId locationsOf militaryRequirements
    minEnglishLevel minExperienceDuration minLanguageLevel nextPage numberOfHire page peopleBoxProjectId positionId
    progress savedAt tagIds unreviewed uploadAdvanced uploaded wanted weeklyOffDayCount width`,
  pictures: 'cover url',
  masked: `
    body contactTypePhoneNumber description draftKey failedStep newLocation newTag optionsQuery peopleBoxProject
    position positionsFor targetUser`,
};
