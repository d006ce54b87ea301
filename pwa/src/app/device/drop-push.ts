// Takes this device's pushes away: who is signed out of it is told nothing on it.

/** The server notices at the next push: there a subscription goes with its session. */
export async function dropPush(): Promise<void> {
  if (!('PushManager' in globalThis && 'serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe().catch(() => undefined)
}
