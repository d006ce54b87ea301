// The browser's events about this page: visibility, network, freezing. They are hints and may be wrong.

export type PageEvent =
  | 'visible'
  | 'hidden'
  | 'online'
  | 'offline'
  /**
   * The user leaves the page or the browser freezes it. None of its work may run until 'awake' or 'visible'.
   */
  | 'asleep'
  | 'awake'

export interface PageState {
  visible(): boolean
  online(): boolean
  subscribe(notify: (event: PageEvent) => void): () => void
}

const isVisible = (): boolean => document.visibilityState === 'visible'

export const browserPage: PageState = {
  visible: isVisible,
  online: () => navigator.onLine,
  subscribe(notify) {
    const stop = new AbortController()
    const listenTo = (target: EventTarget, name: string, event?: PageEvent): void => {
      const listener = (): void => notify(event ?? (isVisible() ? 'visible' : 'hidden'))
      target.addEventListener(name, listener, { signal: stop.signal })
    }
    listenTo(document, 'visibilitychange')
    // When iOS returns from the background, it sends `visibilitychange`, `pageshow`, or both.
    listenTo(window, 'pageshow')
    listenTo(window, 'pageshow', 'awake')
    listenTo(document, 'resume', 'awake')
    listenTo(window, 'pagehide', 'asleep')
    listenTo(document, 'freeze', 'asleep')
    listenTo(window, 'online', 'online')
    listenTo(window, 'offline', 'offline')
    return () => stop.abort()
  },
}

/** BG1: registers a Background Sync. Without that API, the outbox is sent when the app is opened next. */
export function registerBackgroundSync(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.ready
    .then((worker: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }) =>
      worker.sync?.register('outbox'),
    )
    .catch(() => undefined)
}
