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

/** What an employer may write of an appointment: any status in lower case, and `none`, which takes it back. API contract, section 7. */
export const APPOINTMENT_STATUS_INPUTS = [
  ...APPOINTMENT_STATUSES.map((status) => status.toLowerCase() as Lowercase<AppointmentStatus>),
  'none',
] as const;
export type AppointmentStatusInput = Lowercase<AppointmentStatus> | 'none';

/** Whether a worker came, as it is recorded after the appointment. Spec 2, point 7. */
export const WORKER_FEEDBACKS = ['worker_came', 'worker_did_not_come'] as const;
export type WorkerFeedback = (typeof WORKER_FEEDBACKS)[number];

/** A list that is being made in the background. API contract, section 13. */
export const EXPORT_STATES = ['queued', 'running', 'done', 'failed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

export const MESSAGE_TYPES = ['text', 'application', 'location', 'appointment', 'appointment_status'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Which checks a message skips: none, the improper one, both. Spec 2, point 8. */
export const MESSAGE_STATUSES = [0, 1, 2] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
