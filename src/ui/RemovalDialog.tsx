import type { ReactNode } from 'react';
import { ERROR_KEYS } from '../../contract/constants/errorKeys';
import { FormMessage } from './FormMessage';
import { ConfirmDialog } from './Modal';
import { FailureText, type FailureLike } from './State';

interface RemovalDialogProps {
  title: string;
  text: string;
  action: string;
  /** The label of the button that closes the dialog; "Cancel" by default. */
  cancel?: string;
  isBusy: boolean;
  failure: FailureLike | null;
  /** A way to solve the failure. */
  wayOut?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * Asks the user to confirm a deletion. The dialog stays open until the deletion is done and shows why it failed, but
 * not that the session ended: the sign-in dialog says so, and its text would stay here afterwards.
 */
export const RemovalDialog = ({ failure, wayOut, ...dialog }: RemovalDialogProps) => (
  <ConfirmDialog open instead={wayOut} {...dialog}>
    {failure && failure.key !== ERROR_KEYS.unauthorized && (
      <FormMessage>
        <FailureText failure={failure} />
      </FormMessage>
    )}
  </ConfirmDialog>
);
