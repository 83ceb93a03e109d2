import type { ReactNode } from 'react';
import { FormMessage } from './FormMessage';
import { ConfirmDialog } from './Modal';
import { FailureText, type ShownFailure } from './State';

interface RemovalDialogProps {
  title: string;
  text: string;
  action: string;
  /** The label of the button that closes the dialog; "Cancel" by default. */
  cancel?: string;
  isBusy: boolean;
  failure: ShownFailure | null;
  /** A way to solve the failure. */
  wayOut?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks the user to confirm a deletion. The dialog stays open until the deletion is done and shows why it failed. */
export const RemovalDialog = ({ failure, wayOut, ...dialog }: RemovalDialogProps) => (
  <ConfirmDialog open instead={wayOut} {...dialog}>
    {failure && (
      <FormMessage>
        <FailureText failure={failure} />
      </FormMessage>
    )}
  </ConfirmDialog>
);
