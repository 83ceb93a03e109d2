import type { ApplicationDetail, Comment } from '../../contract/schemas/applications';
import { anApplication } from './builders';

type Given = Partial<Omit<ApplicationDetail, 'user' | 'job'>> & {
  user?: Partial<ApplicationDetail['user']>;
  job?: Partial<ApplicationDetail['job']>;
};

export const aComment = (given: Partial<Comment> = {}): Comment => ({
  id: 41,
  message: 'Friendly on the phone',
  author: 'Gizem Tunç',
  createdAt: '2026-11-19T09:30:00.000Z',
  ...given,
});

/** Returns an application with every field filled in. */
export const anApplicant = ({ user, job, ...given }: Given = {}): ApplicationDetail => {
  const row = anApplication({ isSeen: true });
  return {
    ...row,
    appointment: null,
    source: null,
    scoreReasons: [
      { factor: 'position', score: 1, weight: 0.3 },
      { factor: 'distance', score: 0.57, weight: 0.15 },
    ],
    comments: [],
    otherApplications: [],
    alsoApplied: [],
    rejectedApplicationCount: 0,
    ...given,
    jobId: job?.id ?? row.jobId,
    job: { ...row.job, ...job },
    user: {
      ...row.user,
      email: 'ayse@worker.test',
      phone: '+905321234567',
      location: { name: 'Kadıköy, İstanbul', latitude: 40.99, longitude: 29.03 },
      workTimePreference: 'full_time',
      workTimePreferences: ['full_time', 'part_time'],
      experiences: [
        {
          id: 1,
          companyName: 'Moda Fırını',
          position: 'Barista',
          duration: { key: 18, value: '1 yıl 6 ay' },
          startDate: '2024-03-01',
          endDate: '2025-09-01',
        },
      ],
      disabledStatus: null,
      university: { name: 'Ege Üniversitesi' },
      universityStatus: 'graduated',
      universityDepartment: { departmentName: 'Turizm', translateKey: null },
      identityNumber: '*********34',
      certificates: ['Hygiene'],
      drivingLicenses: ['B', 'A2'],
      about: 'I love coffee.',
      expectedSalary: 32000,
      workCategoryPreferences: ['Yeme içme'],
      comment: null,
      ratingScore: { score: 4.56 },
      language: { languageCode: 'tr' },
      country: { country_code: 'TR' },
      ...user,
    },
  };
};
