export const JOB_STATUSES = ['active', 'closed', 'draft', 'deleted'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const APPLICATION_STATUSES = ['in_progress', 'accepted', 'rejected'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** The stages in the order of the bar above the list; the last three are set apart there. */
export const STAGES = [
  'new',
  'shortlisted',
  'invited',
  'accepted',
  'came',
  'offered',
  'hired',
  'started',
  'declined',
  'withdrew',
  'missed',
] as const;
export type StageKey = (typeof STAGES)[number];

/** Returns the stages that a text names, joined by commas: each once, in their order. */
export const stagesIn = (text: string): StageKey[] => {
  const named = new Set(text.split(','));
  return STAGES.filter((key) => named.has(key));
};

/** Every status of an appointment. See docs/API.md#appointment-status. */
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

/**
 * The statuses of each `statusGroup` of the appointment lists; without one a list has all. See
 * docs/PRODUCT.md#appointment-list.
 */
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

/** The statuses of an appointment that does not take place. */
export const CALLED_OFF_STATUSES: readonly AppointmentStatus[] = [
  'REJECTED',
  ...APPOINTMENT_STATUS_GROUPS.cancelled,
  'EXPIRED',
];

/** In `past_due` a renewal failed and is retried. After `ended` no charge follows. */
export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'ended'] as const;

/**
 * The statuses in an employer's request: any status in lower case, or `none`, which resets the appointment. See
 * docs/API.md#appointment-status.
 */
export const APPOINTMENT_STATUS_INPUTS = [
  ...APPOINTMENT_STATUSES.map((status) => status.toLowerCase() as Lowercase<AppointmentStatus>),
  'none',
] as const;
export type AppointmentStatusInput = Lowercase<AppointmentStatus> | 'none';

/** Whether the worker came, as recorded after the appointment. */
export const WORKER_FEEDBACKS = ['worker_came', 'worker_did_not_come'] as const;
export type WorkerFeedback = (typeof WORKER_FEEDBACKS)[number];

/** The states of a background export. */
export const EXPORT_STATES = ['queued', 'running', 'done', 'failed'] as const;

export const MESSAGE_TYPES = ['text', 'application', 'location', 'appointment', 'appointment_status'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** The checks that a message skips: 0 none, 1 the steering check, 2 both. See docs/PRODUCT.md#message-check. */
export const MESSAGE_STATUSES = [0, 1, 2] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
