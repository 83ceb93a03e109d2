import { createAction } from '@reduxjs/toolkit';
import type { StreamEvent } from '../../../contract/schemas/chat';

/** The shell of a signed-in user was mounted: the chat starts to listen. */
export const chatJoined = createAction('chat/joined');
export const chatLeft = createAction('chat/left');
/** The tab was hidden or shown, or the network came back. */
export const visibilityChanged = createAction('chat/visibilityChanged');
/** The server sent an event, to this tab or to another one. */
export const pushReceived = createAction<StreamEvent>('chat/pushReceived');
/** The user turned on notifications for times when no tab is open. */
export const notificationsWanted = createAction('chat/notificationsWanted');
