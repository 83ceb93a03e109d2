import { STAGES } from '../../../contract/constants/statuses';
import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: `
    act action activeTab actor answer by decision distance drivingLicenses education factor feedback jobTitle mode need needState stage tab
    universityStatus workTimePreference workTimePreferences days parts ref start wants`,
  codes: 'after translateKey',
  dates: 'appointmentAt at birthDate endAt endDate movedFrom previousStartAt sortedAt startAt startDate',
  numbers: `
    actorId after cached items page prefetched ageMax ageMin applicationId applicationIds checked companyId count distanceInt distanceMax english
    expectedSalary experienceMax experienceMin experienceMonth filtered ids key left matching matchScore max military minutes newestId next onlyPage
    rejectedApplicationCount score temporaryId total triedAt unchecked unreadWorkerMessageCount wants weight workerId
    ${STAGES.join(' ')}`,
  paths: 'to',
  secrets: 'identityNumber',
  masked: `
    actorName appointmentComment author certificates comment correctionReason departmentName disabledStatus message
    shortListedBy text value
    workCategoryPreferences`,
};
