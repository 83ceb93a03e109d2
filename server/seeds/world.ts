import type { EducationStatus } from '../../contract/constants/options';
import type { AppointmentStatus, ApplicationStatus, JobStatus } from '../../contract/constants/statuses';
import type { WorkTime } from '../modules/matching';
import type { CityName } from './data/places';
import type { Row, Random } from './insert';

/** The inputs of every part of the demo world; times are UTC milliseconds. */
export interface SeedContext {
  random: Random;
  now: number;
  passwordHash: string;
}

export interface SeededPosition {
  id: number;
  name: string;
  categoryId: number;
  categoryName: string;
}

/** A branch or company that has jobs. */
export interface SeededPlace {
  userId: number;
  organisationId: number;
  name: string;
  city: CityName;
  address: string;
  hires: readonly string[];
  jobs: number;
  locations: readonly { id: number; latitude: number; longitude: number }[];
}

export interface SeededJob {
  row: Row & { id: number; title: string; description: string; status: JobStatus };
  place: SeededPlace;
  position: SeededPosition;
  locations: readonly { id: number; latitude: number; longitude: number }[];
  openedAt: number | null;
  closedAt: number | null;
}

export interface SeededWorker {
  row: Row & { id: number; first_name: string; birth_date: string; gender: 'male' | 'female' };
  city: CityName;
  district: string;
  nameFolded: string;
  latitude: number;
  longitude: number;
  experiences: readonly { positionId: number; position: string; months: number }[];
  experienceMonths: number;
  education: EducationStatus;
  english: number;
  workTimes: readonly WorkTime[];
}

/** An application during planning; its row is made at the end. */
export interface PlannedApplication {
  id: number;
  job: SeededJob;
  worker: SeededWorker;
  createdAt: number;
  matchScore: number;
  distanceKm: number;
  status: ApplicationStatus;
  isSeen: boolean;
  shortlistedAt: number | null;
  rejectReason: string | null;
  appointments: PlannedAppointment[];
}

export interface PlannedAppointment {
  id: number;
  application: PlannedApplication;
  status: AppointmentStatus;
  createdAt: number;
  startAt: number;
  /** Its status changes, oldest first. */
  log: { status: AppointmentStatus; by: 'employer' | 'worker' | 'clock'; at: number }[];
  came: boolean | null;
  positive: boolean | null;
  feedbackText: string | null;
}
