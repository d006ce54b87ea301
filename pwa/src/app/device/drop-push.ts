// Removes this device's notifications and its push subscription, so that nobody sees them after a sign-out.

/**
 * Closes the shown notifications, which contain the user's messages. Unsubscribes in the browser only: the
 * server deletes the subscription with the session, or at the next push.
 */
export async function dropPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration === undefined) return
  if ('getNotifications' in registration)
    for (const shown of await registration.getNotifications()) shown.close()
  if ('pushManager' in registration)
    await (await registration.pushManager.getSubscription())?.unsubscribe().catch(() => undefined)
}
