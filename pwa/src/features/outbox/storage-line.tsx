// The storage used and available on this device, and whether the browser may evict it (rule ST5).
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'

import { storeFull } from '../../db/open'
import { decimalText, numberText } from '../../lib/text/numbers'
import { useLive } from '../../live/live'

/** Sizes in bytes. */
interface StorageUse {
  used: number
  quota: number
  persisted: boolean
}

async function readStorage(): Promise<StorageUse | null> {
  if (!('storage' in navigator)) return null
  const { usage, quota } = await navigator.storage.estimate()
  if (usage === undefined || quota === undefined) return null
  return { used: usage, quota, persisted: await navigator.storage.persisted() }
}

/** `340 kB`, `2.1 MB`, `1.4 GB` */
function sizeText(bytes: number): string {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1e3))} kB`
  const [size, unit] = bytes < 999_500_000 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${size < 10 ? decimalText(size) : numberText(size)} ${unit}`
}

export function StorageLine() {
  const { inMemory } = useLive().replica
  const isFull = useSyncExternalStore(storeFull.subscribe, storeFull.get)
  const [storage, setStorage] = useState<StorageUse | null>(null)
  useEffect(() => {
    let isMounted = true
    readStorage().then(
      (estimate) => isMounted && setStorage(estimate),
      () => undefined,
    )
    return () => void (isMounted = false)
  }, [])
  if (isFull)
    return (
      <Line>The storage of this device is full: new messages cannot be kept on it. Free some space.</Line>
    )
  if (inMemory) return <Line>Nothing is stored on this device.</Line>
  if (storage === null) return null
  return (
    <Line>
      {`Stored here: ${sizeText(storage.used)} of ${sizeText(storage.quota)}. `}
      {storage.persisted
        ? 'It stays until you sign out.'
        : 'The browser may remove it when space runs short.'}
    </Line>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <p className="tabular mt-1 text-sm text-pretty text-ink-3">{children}</p>
}
