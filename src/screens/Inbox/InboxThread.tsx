import { useOutletContext } from 'react-router-dom';
import { Conversation, type ConversationProps } from '../../widgets/Conversation/Conversation';

/** The open conversation of the inbox. It loads apart, so that the list does not wait for it. */
export const InboxThread = () => <Conversation {...useOutletContext<ConversationProps>()} />;
