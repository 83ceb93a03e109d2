import { createAction } from '@reduxjs/toolkit';
import type { StreamEvent } from '../../../contract/schemas/chat';

/** The frame of a signed-in user stands: from now on news are listened to. */
export const chatJoined = createAction('chat/joined');
export const chatLeft = createAction('chat/left');
/** The tab was hidden or shown, or the network came back. */
export const visibilityChanged = createAction('chat/visibilityChanged');
/** The server told something by itself, to this tab or through another one. */
export const pushReceived = createAction<StreamEvent>('chat/pushReceived');
/** The user wants to hear of messages while no tab is open. */
export const notificationsWanted = createAction('chat/notificationsWanted');
