import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: `
    action activeTab actor by distance drivingLicenses education factor feedback jobTitle mode tab universityStatus
    workTimePreference workTimePreferences`,
  codes: 'translateKey',
  dates: 'appointmentAt at birthDate endAt endDate startAt startDate',
  numbers: `
    ageMax ageMin applicationId applicationIds companyId count distanceInt distanceMax english expectedSalary
    experienceMin experienceMonth filtered ids key matchScore military next onlyPage rejected rejectedApplicationCount score
    temporaryId total unreadWorkerMessageCount weight workerId`,
  paths: 'to',
  secrets: 'identityNumber',
  masked: `
    actorName appointmentComment author certificates comment correctionReason departmentName disabledStatus message text value
    workCategoryPreferences`,
};
