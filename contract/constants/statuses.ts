export const JOB_STATUSES = ['active', 'closed', 'draft', 'deleted'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const APPLICATION_STATUSES = ['in_progress', 'accepted', 'rejected'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** Every status of an appointment, API contract section 7. */
export const APPOINTMENT_STATUSES = [
  'WAITING',
  'ACTIVE',
  'COMPLETED',
  'REJECTED',
  'CANCELLED',
  'CANCELLED_OUTSIDE_24H',
  'APPLICANT_CANCELLED',
  'EXPIRED',
  'APPOINTMENT_POSITIVE',
  'APPOINTMENT_NEGATIVE',
  'OFFER_SENT',
  'OFFER_ACCEPTED',
  'OFFER_REJECTED',
] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

/** What `statusGroup` of the appointment lists stands for; `cancelled` is what lists hide. Spec 1, point 4. */
export const APPOINTMENT_STATUS_GROUPS = {
  waiting: ['WAITING'],
  active: ['ACTIVE'],
  cancelled: ['CANCELLED', 'CANCELLED_OUTSIDE_24H', 'APPLICANT_CANCELLED'],
  done: [
    'COMPLETED',
    'REJECTED',
    'EXPIRED',
    'APPOINTMENT_POSITIVE',
    'APPOINTMENT_NEGATIVE',
    'OFFER_SENT',
    'OFFER_ACCEPTED',
    'OFFER_REJECTED',
  ],
} as const satisfies Record<string, readonly AppointmentStatus[]>;
export type AppointmentStatusGroup = keyof typeof APPOINTMENT_STATUS_GROUPS;

/** `past_due`: a renewal failed and is tried again; `ended`: nothing comes any more. */
export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
