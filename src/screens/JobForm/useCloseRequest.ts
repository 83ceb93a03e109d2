import { useLocation } from 'react-router-dom';

/** Returns whether the link to this form asks to close the job: docs/PRODUCT.md#closing-a-job. */
export const useCloseRequest = (): boolean => {
  const { state } = useLocation() as { state: { closes?: unknown } | null };
  return state?.closes === true;
};
