interface ConversationProps {
  /** The employer's side: the user to whom the job belongs. */
  userId: number;
  workerId: number;
  threadId?: number;
}

/** The conversation of an employer with a worker. */
export const Conversation = ({ userId, workerId, threadId }: ConversationProps) => (
  <div data-thread={threadId ?? `${userId}-${workerId}`} />
);
