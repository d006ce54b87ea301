// Removes this device's push subscription, so that a signed-out user gets no notifications on it.

/**
 * Unsubscribes in the browser only. The server deletes the subscription with the session, or at the next
 * push.
 */
export async function dropPush(): Promise<void> {
  if (!('PushManager' in globalThis && 'serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe().catch(() => undefined)
}
