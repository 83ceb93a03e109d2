const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
};

/**
 * Returns this browser's push subscription as JSON and creates it if needed; registers the service worker. Rejects
 * when the browser refuses.
 */
export const subscribeToPush = async (vapidKey: string, workerUrl: string): Promise<string> => {
  const { pushManager } = await navigator.serviceWorker.register(workerUrl);
  const held = await pushManager.getSubscription();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(vapidKey) };
  return JSON.stringify(held ?? (await pushManager.subscribe(options)));
};
