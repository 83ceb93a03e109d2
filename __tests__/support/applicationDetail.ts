import type { ApplicationDetail } from '../../contract/schemas/applications';
import { anApplication } from './builders';

type Given = Partial<Omit<ApplicationDetail, 'user' | 'job'>> & {
  user?: Partial<ApplicationDetail['user']>;
  job?: Partial<ApplicationDetail['job']>;
};

/** Returns an application of a worker with a nearly empty profile. */
export const anApplicationDetail = ({ user, job, ...given }: Given = {}): ApplicationDetail => {
  const row = anApplication();
  return {
    ...row,
    source: null,
    scoreReasons: [],
    comments: [],
    otherApplications: [],
    alsoApplied: [],
    rejectedApplicationCount: 0,
    appointment: null,
    ...given,
    jobId: job?.id ?? row.jobId,
    job: { ...row.job, ...job },
    user: {
      ...row.user,
      email: 'ayse@demo.test',
      phone: '+905321112233',
      location: { name: 'Kadıköy, İstanbul', latitude: 40.99, longitude: 29.03 },
      workTimePreference: null,
      workTimePreferences: [],
      disabledStatus: null,
      university: null,
      universityStatus: null,
      universityDepartment: null,
      identityNumber: null,
      certificates: [],
      drivingLicenses: [],
      about: null,
      expectedSalary: null,
      workCategoryPreferences: [],
      comment: null,
      ratingScore: null,
      language: { languageCode: 'tr' },
      country: { country_code: 'TR' },
      ...user,
    },
  };
};
