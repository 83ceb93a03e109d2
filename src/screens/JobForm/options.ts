import type { CONTACT_TYPES, EDITABLE_JOB_STATUSES, WORK_TIMES } from '../../../contract/constants/options';

export type { EducationStatus, Gender } from '../../../contract/constants/options';
export type WorkTime = (typeof WORK_TIMES)[number];
export type ContactType = (typeof CONTACT_TYPES)[number];
export type JobEditStatus = (typeof EDITABLE_JOB_STATUSES)[number];
