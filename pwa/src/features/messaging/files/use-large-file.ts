// Hook for the upload state of a file that is too large for the outbox.
import { useSyncExternalStore } from 'react'

import { MAX_QUEUED_BYTES } from '../file-rules'
import { largeFiles, type LargeState } from './large-files'

export function useLargeFile(key: string): {
  state: LargeState | undefined
  isLarge: (size: number) => boolean
} {
  const states = useSyncExternalStore(largeFiles.subscribe, largeFiles.get)
  return { state: states[key], isLarge: (size) => size > MAX_QUEUED_BYTES }
}
