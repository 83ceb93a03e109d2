const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
};

/** The subscription of this browser as JSON, made if there is none; registers the service worker. Rejects where the browser does. */
export const subscribeToPush = async (vapidKey: string, workerUrl: string): Promise<string> => {
  const { pushManager } = await navigator.serviceWorker.register(workerUrl);
  const held = await pushManager.getSubscription();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(vapidKey) };
  return JSON.stringify(held ?? (await pushManager.subscribe(options)));
};
