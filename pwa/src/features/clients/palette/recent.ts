// The admin's last and most frequent choices in the palette, stored on this device.
import { recall, remember } from '../../../lib/storage'

const MAX_RECENT = 5
const keyOf = (userId: string) => `palette_${userId}`
const usesKeyOf = (userId: string) => `palette_uses_${userId}`

export function recentKeys(userId: string): string[] {
  return (recall(keyOf(userId)) ?? '').split(' ').filter(Boolean)
}

export function storeRecent(userId: string, key: string): void {
  const others = recentKeys(userId).filter((one) => one !== key)
  remember(keyOf(userId), [key, ...others].slice(0, MAX_RECENT).join(' '))
  // Clients are not ranked by use, so their counts would only fill the storage.
  if (key.startsWith('client:')) return
  const counts = countsOfUse(userId)
  counts.set(key, (counts.get(key) ?? 0) + 1)
  remember(usesKeyOf(userId), [...counts].map(([one, count]) => `${one} ${String(count)}`).join('\n'))
}

/** How often each action and screen was chosen, by its key. */
export function countsOfUse(userId: string): Map<string, number> {
  const lines = (recall(usesKeyOf(userId)) ?? '').split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [key = '', count] = line.split(' ')
      return [key, Number(count) || 0]
    }),
  )
}
