// What the browser tells about this page: hints about visibility and network, never truths.

export type PageEvent =
  | 'visible'
  | 'hidden'
  | 'online'
  | 'offline'
  /** Left or frozen: nothing of this page may run from now on, until it is awake. */
  | 'asleep'
  | 'awake'

export interface PageWatch {
  visible(): boolean
  online(): boolean
  watch(tell: (event: PageEvent) => void): () => void
}

const isVisible = (): boolean => document.visibilityState === 'visible'

export const browserPage: PageWatch = {
  visible: isVisible,
  online: () => navigator.onLine,
  watch(tell) {
    const stop = new AbortController()
    const on = (target: EventTarget, name: string, event?: PageEvent): void => {
      const said = (): void => tell(event ?? (isVisible() ? 'visible' : 'hidden'))
      target.addEventListener(name, said, { signal: stop.signal })
    }
    on(document, 'visibilitychange')
    // iOS comes back from the background with either of the two events, or both.
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

/** BG1: Background Sync, where there is one; elsewhere what waits is sent when the app is opened. */
export function wakeLater(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.ready
    .then((worker: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }) => worker.sync?.register('outbox'))
    .catch(() => undefined)
}
