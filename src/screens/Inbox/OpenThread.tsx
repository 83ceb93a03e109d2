import { useOutletContext } from 'react-router-dom';
import { Conversation, type ConversationProps } from '../../widgets/Conversation/Conversation';

/** The conversation that the inbox has open. It loads apart, so that the list of conversations does not wait for it. */
export const OpenThread = () => <Conversation {...useOutletContext<ConversationProps>()} />;
