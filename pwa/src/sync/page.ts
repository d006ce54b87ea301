// What the browser tells about this page: hints about visibility and network, never truths.

export type PageEvent = 'visible' | 'hidden' | 'online' | 'offline'

export interface PageWatch {
  visible(): boolean
  online(): boolean
  watch(tell: (event: PageEvent) => void): () => void
}

export const browserPage: PageWatch = {
  visible: () => document.visibilityState === 'visible',
  online: () => navigator.onLine,
  watch(tell) {
    const stop = new AbortController()
    const { signal } = stop
    const seen = (): void => tell(document.visibilityState === 'visible' ? 'visible' : 'hidden')
    document.addEventListener('visibilitychange', seen, { signal })
    // iOS comes back from the background with either of the two events, or both.
    addEventListener('pageshow', seen, { signal })
    addEventListener('online', () => tell('online'), { signal })
    addEventListener('offline', () => tell('offline'), { signal })
    return () => stop.abort()
  },
}
