// Adds files to a cache of the service worker, several at a time.

/** Browsers open six connections to one host over HTTP/1.1. Two stay free for the page. */
const AT_ONCE = 4

/** Adds the missing files of these absolute URLs. If a request fails, rejects once the other requests have ended. */
export async function addSeveralAtOnce(cacheName: string, urls: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  const cachedUrls = (await cache.keys()).map(({ url }) => url)
  const missing = urls.filter((url) => !cachedUrls.includes(url))
  const addNext = async (): Promise<void> => {
    for (let url = missing.shift(); url !== undefined; url = missing.shift()) await cache.add(url)
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, addNext))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
