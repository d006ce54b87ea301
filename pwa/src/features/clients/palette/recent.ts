// The keys of what an admin chose last in the palette, stored on this device.
import { recall, remember } from '../../../lib/storage'

const MOST = 5
const keyOf = (userId: string) => `palette_${userId}`

export function recentKeys(userId: string): string[] {
  return (recall(keyOf(userId)) ?? '').split(' ').filter(Boolean)
}

export function storeRecent(userId: string, key: string): void {
  const others = recentKeys(userId).filter((one) => one !== key)
  remember(keyOf(userId), [key, ...others].slice(0, MOST).join(' '))
}
