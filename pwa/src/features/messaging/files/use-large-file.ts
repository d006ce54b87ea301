// How far a file is that is too large to wait on the device.
import { useSyncExternalStore } from 'react'

import { WAITS } from './rules'
import { largeFiles, type LargeState } from './large-files'

export function useLargeFile(key: string): { state: LargeState | undefined; isLarge: (size: number) => boolean } {
  const states = useSyncExternalStore(largeFiles.subscribe, largeFiles.get)
  return { state: states[key], isLarge: (size) => size > WAITS }
}
