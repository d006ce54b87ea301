// Has the service worker keep the admins' pages on this device, so that they open without a network.

/** Without a worker, and until there is one, the pages are the network's. */
export function keepDesk(): void {
  if (!('serviceWorker' in navigator)) return
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'KEEP_DESK' })).catch(() => undefined)
}
