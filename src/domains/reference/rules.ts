import type { FormField } from '../../../contract/schemas/reference';

export interface WorkerFields {
  militaryActive: boolean;
  englishActive: boolean;
}

/** Returns which of the two optional questions this country asks workers. */
export const workerFields = (fields: readonly FormField[]): WorkerFields => {
  const isActive = (name: string) => fields.some((field) => field.name === name && field.isActive);
  return { militaryActive: isActive('military_status'), englishActive: isActive('english_level') };
};
