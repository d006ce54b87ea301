// Makes the service worker cache the admin pages on this device, so that they open without a network.

/** Sends the request once a worker is active. Until then the pages load from the network. */
export function cacheAdminPages(): void {
  if (!('serviceWorker' in navigator)) return
  void navigator.serviceWorker.ready
    .then(({ active }) => active?.postMessage({ type: 'KEEP_DESK' }))
    .catch(() => undefined)
}
