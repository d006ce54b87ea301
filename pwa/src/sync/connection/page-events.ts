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
    const on = (target: EventTarget, name: string, event?: PageEvent): void => {
      const listener = (): void => notify(event ?? (isVisible() ? 'visible' : 'hidden'))
      target.addEventListener(name, listener, { signal: stop.signal })
    }
    on(document, 'visibilitychange')
    // When iOS returns from the background, it sends `visibilitychange`, `pageshow`, or both.
    on(window, 'pageshow')
    on(window, 'pageshow', 'awake')
    on(document, 'resume', 'awake')
    on(window, 'pagehide', 'asleep')
    on(document, 'freeze', 'asleep')
    on(window, 'online', 'online')
    on(window, 'offline', 'offline')
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
