// Takes this device's pushes away: who is signed out of it is told nothing on it.

/** The server notices at the next push: there a subscription goes with its session. Whatever the browser says, the rest goes on. */
export async function dropPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // There are no pushes in this browser.
  }
}
