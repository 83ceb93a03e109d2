import type { FormField } from '../../../contract/schemas/reference';

export interface WorkerFields {
  militaryActive: boolean;
  englishActive: boolean;
}

/** What the form view config of workers says about the two optional questions. Spec 2, point 3. */
export const workerFields = (fields: readonly FormField[]): WorkerFields => {
  const isActive = (name: string) => fields.some((field) => field.name === name && field.isActive);
  return { militaryActive: isActive('military_status'), englishActive: isActive('english_level') };
};
